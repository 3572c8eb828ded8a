import type { ReactNode } from 'react'

/** A screen's title and its actions; `aside` is what the title has to say beside it. */
export function PageHead({
  title,
  text,
  aside,
  actions,
}: {
  title: ReactNode
  text?: ReactNode
  aside?: ReactNode
  actions?: ReactNode
}) {
  return (
    <div className="pg-h">
      <div>
        <h1 className="h1">{title}</h1>
        {text && <p>{text}</p>}
      </div>
      {aside}
      {actions && <div className="pg-acts">{actions}</div>}
    </div>
  )
}
