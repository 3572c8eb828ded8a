import type { ReactNode } from 'react'

/** A screen's title and its actions. */
export function PageHead({
  title,
  text,
  actions,
}: {
  title: ReactNode
  text?: ReactNode
  actions?: ReactNode
}) {
  return (
    <div className="pg-h">
      <div>
        <h1 className="h1">{title}</h1>
        {text && <p>{text}</p>}
      </div>
      {actions && <div className="pg-acts">{actions}</div>}
    </div>
  )
}
