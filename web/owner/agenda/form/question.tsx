import { type ReactNode, useEffect, useRef } from 'react'

interface Props {
  className?: string
  children: ReactNode
}

/**
 * What a refusal asks, above the form. It is scrolled into sight: on a phone the button that was pressed stands a screen below
 * it, where nothing would seem to have happened.
 */
export function Question({ className = '', children }: Props) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // Newer browsers answer with a promise, which React would take for what undoes it.
    void box.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <div ref={box} className={`banner banner-warn form-question ${className}`} role="alert">
      {children}
    </div>
  )
}
