import { useRef } from 'react'
import { Icon } from '../../ui/icon.tsx'
import { close } from '../../ui/icons.ts'
import type { Notice } from './news.ts'
import './notices.css'
import { useStay } from './use-stay.ts'

const SHOWN_MS = 8_000

interface Props {
  notices: Notice[]
  onGo: (about: { id: number; date: string }) => void
  onEnd: (key: string) => void
}

/** What others did, said in a corner, with a way to it. */
export function Notices({ notices, onGo, onEnd }: Props) {
  // Always there: what appears inside is read aloud.
  return (
    <div className="notices" role="status">
      {notices.map((one) => (
        <One key={one.key} notice={one} onGo={onGo} onEnd={onEnd} />
      ))}
    </div>
  )
}

function One({ notice: { key, text, about }, onGo, onEnd }: { notice: Notice } & Omit<Props, 'notices'>) {
  const box = useRef<HTMLDivElement>(null)
  useStay(box, SHOWN_MS, () => onEnd(key))
  return (
    <div ref={box} className="notice toast">
      <i />
      <span>{text}</span>
      {about && (
        <button
          type="button"
          className="btn btn-sm btn-soft"
          onClick={() => {
            onEnd(key)
            onGo(about)
          }}
        >
          Ver
          <span className="sr"> la cita</span>
        </button>
      )}
      <button type="button" className="x" aria-label="Cerrar aviso" onClick={() => onEnd(key)}>
        <Icon d={close} className="icon-sm" />
      </button>
    </div>
  )
}
