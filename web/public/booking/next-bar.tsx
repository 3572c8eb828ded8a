import type { ReactNode } from 'react'
import { Icon } from '../../ui/icon.tsx'
import { arrowLeft, arrowRight } from '../../ui/icons.ts'
import './bar.css'

interface Props {
  onBack: () => void
  /** The address of 'Volver' without script; when missing, it submits the form with `intent=volver`. */
  backSearch?: string
  /** The intent of the main button, without script. */
  intent: string
  arrow?: boolean
  isBusy?: boolean
  children: ReactNode
}

/** 'Volver' and the step's main button: below the form on wide screens, at the bottom edge on narrow ones. */
export function NextBar({ onBack, backSearch, intent, arrow = false, isBusy = false, children }: Props) {
  const label = (
    <>
      <Icon d={arrowLeft} />
      <span className="label-d">Volver</span>
    </>
  )
  return (
    <div className="bar next-bar">
      {backSearch !== undefined ? (
        <a
          className="btn btn-2 btn-lg back"
          href={backSearch}
          onClick={(event) => {
            event.preventDefault()
            onBack()
          }}
        >
          {label}
        </a>
      ) : (
        <button
          className="btn btn-2 btn-lg back"
          name="intent"
          value="volver"
          disabled={isBusy}
          onClick={(event) => {
            event.preventDefault()
            onBack()
          }}
        >
          {label}
        </button>
      )}
      <button
        className="btn btn-brand btn-lg grow"
        name="intent"
        value={intent}
        aria-disabled={isBusy || undefined}
      >
        {isBusy && <span className="spinner" />}
        {children}
        {arrow && <Icon d={arrowRight} />}
      </button>
    </div>
  )
}
