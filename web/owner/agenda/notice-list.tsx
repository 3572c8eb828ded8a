import { useRef } from 'react'
import { Icon } from '../../ui/icon.tsx'
import { close } from '../../ui/icons.ts'
import type { Notice } from './notices.ts'
import './notice-list.css'
import { useDwell } from './use-dwell.ts'

const SHOWN_MS = 8_000

interface Props {
  notices: Notice[]
  onGo: (about: { id: number; date: string }) => void
  onEnd: (key: string) => void
}

/** Notices of others' changes in a corner, each with a link. */
export function NoticeList({ notices, onGo, onEnd }: Props) {
  // A live region: it must exist before its content to be announced.
  return (
    <div className="notices" role="status">
      {notices.map((notice) => (
        <NoticeCard key={notice.key} notice={notice} onGo={onGo} onEnd={onEnd} />
      ))}
    </div>
  )
}

function NoticeCard({
  notice: { key, text, about },
  onGo,
  onEnd,
}: { notice: Notice } & Omit<Props, 'notices'>) {
  const box = useRef<HTMLDivElement>(null)
  useDwell(box, SHOWN_MS, () => onEnd(key))
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
