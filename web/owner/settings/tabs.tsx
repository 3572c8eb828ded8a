import { type KeyboardEvent, useEffect, useRef } from 'react'
import { Icon } from '../../ui/icon.tsx'
import { calendar, clock, shield, store, users } from '../../ui/icons.ts'
import type { Permission } from '#domain/permissions.ts'
import { may, type SessionBusiness } from '../../account/session.ts'
import { search } from '../../ui/icons-panel.ts'
import { bell, lock, palette, share } from './section-icons.ts'
import { Link } from '../parts/link.tsx'

const TABS = [
  { id: 'negocio', label: 'Información del negocio', icon: store },
  { id: 'seo', label: 'SEO y URLs', icon: search },
  { id: 'color', label: 'Color de marca', icon: palette },
  { id: 'horarios', label: 'Horarios', icon: clock },
  { id: 'recordatorios', label: 'Recordatorios', icon: bell },
  { id: 'equipo', label: 'Equipo', icon: users },
  { id: 'actividad', label: 'Actividad', icon: clock },
  { id: 'calendario', label: 'Otro calendario', icon: calendar },
  { id: 'datos', label: 'Datos personales', icon: shield },
  { id: 'avisos', label: 'Avisos', icon: bell },
  { id: 'redes', label: 'Redes sociales', icon: share },
  { id: 'seguridad', label: 'Seguridad', icon: lock },
] as const

export type TabId = (typeof TABS)[number]['id']

/** The tabs that somebody may open: the own password is everybody's. */
const tabsFor = (business: SessionBusiness) =>
  TABS.filter(({ id }) => may(business, NEEDS[id] ?? 'settings:write'))

const NEEDS: { [id in TabId]?: Permission } = {
  equipo: 'members:write',
  actividad: 'activity:read',
  calendario: 'appointments:own',
  avisos: 'appointments:own',
  seguridad: 'account:own',
}

/** The tab of an address (`?seccion=…`); the first for anything else. */
export const tabOf = (params: URLSearchParams, business: SessionBusiness): TabId => {
  const tabs = tabsFor(business)
  return (tabs.find(({ id }) => id === params.get('seccion')) ?? tabs[0]!).id
}

const STEPS: Record<string, number> = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }

/** Tabs as links, so that each has an address; arrow keys move between them, Enter opens one. */
export function Tabs({ current, business }: { current: TabId; business: SessionBusiness }) {
  const shown = tabsFor(business)
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // Scrolls only the strip, not the page.
    const tab = list.current!.querySelector<HTMLElement>('[aria-selected=true]')!
    const strip = list.current!
    strip.scrollTo({ left: tab.offsetLeft - (strip.clientWidth - tab.offsetWidth) / 2 })
  }, [current])

  function move(event: KeyboardEvent<HTMLAnchorElement>, index: number) {
    const tabs = list.current!.querySelectorAll<HTMLElement>('[role=tab]')
    const step = STEPS[event.key]
    const to =
      step !== undefined
        ? (index + step + shown.length) % shown.length
        : { Home: 0, End: shown.length - 1 }[event.key]
    if (event.key === ' ') event.currentTarget.click()
    else if (to !== undefined) tabs[to]!.focus()
    else return
    event.preventDefault()
  }

  return (
    <div ref={list} className="vt" role="tablist" aria-label="Configuración">
      {shown.map(({ id, label, icon }, index) => (
        <Link
          key={id}
          id={`tab-${id}`}
          role="tab"
          aria-selected={id === current}
          aria-controls={id === current ? 'set-panel' : undefined}
          tabIndex={id === current ? 0 : -1}
          to={{ search: `?seccion=${id}` }}
          preventScrollReset
          draggable={false}
          onKeyDown={(event) => move(event, index)}
        >
          <Icon d={icon} />
          {label}
        </Link>
      ))}
    </div>
  )
}
