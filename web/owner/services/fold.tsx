import { type ReactNode, useState } from 'react'
import './fold.css'

interface FoldProps {
  title: string
  isSet: boolean
  isWrong: boolean
  children: ReactNode
}

/** Folded until it is opened; open from the start where something is set, and from then on where something is wrong. */
export function Fold({ title, isSet, isWrong, children }: FoldProps) {
  const [isOpen, setOpen] = useState(isSet)
  // It stays open when the error goes.
  if (isWrong && !isOpen) setOpen(true)
  return (
    <details className="fold" open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{title}</summary>
      {children}
    </details>
  )
}
