import type { KeyboardEvent } from 'react'

const TABS = ['Historial', 'Notas', 'Fotos', 'Datos'] as const
export type Tab = (typeof TABS)[number]

interface Props {
  current: Tab
  counts: Partial<Record<Tab, number>>
  onChoose: (tab: Tab) => void
}

export function Tabs({ current, counts, onChoose }: Props) {
  function move(event: KeyboardEvent<HTMLDivElement>) {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (step === undefined) return
    event.preventDefault()
    const to = TABS[(TABS.indexOf(current) + step + TABS.length) % TABS.length]!
    onChoose(to)
    document.getElementById(`cli-tab-${to}`)?.focus()
  }
  return (
    <div role="tablist" aria-label="Ficha" className="cli-tabs" onKeyDown={move}>
      {TABS.map((tab) => (
        <button
          key={tab}
          id={`cli-tab-${tab}`}
          type="button"
          role="tab"
          aria-selected={tab === current}
          aria-controls={tab === current ? 'cli-panel' : undefined}
          tabIndex={tab === current ? 0 : -1}
          onClick={() => onChoose(tab)}
        >
          {tab}
          {counts[tab] ? ` ${counts[tab]}` : ''}
        </button>
      ))}
    </div>
  )
}
