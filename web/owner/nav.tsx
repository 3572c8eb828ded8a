import { useQuery } from '@tanstack/react-query'
import { type ReactNode, type Ref, useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { may, type SessionBusiness } from '../account/session.ts'
import { Avatar } from '../ui/avatar.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Icon } from '../ui/icon.tsx'
import { chevronDown } from '../ui/icons.ts'
import { help, logOut, menu, plus } from '../ui/icons-panel.ts'
import { imageSrc } from '../ui/image-src.ts'
import { Logo } from '../ui/logo.tsx'
import { hideOnLeave, togglePlainly } from './popover.ts'
import { Businesses } from './businesses.tsx'
import { professionalsQuery } from './data/professionals.ts'
import { DAILY_PLACES, homeOf, MORE_PLACES, NEW_APPOINTMENT, PLACES, placesFor, seesAll } from './places.ts'
import { SearchButton } from './search/search-button.tsx'
import { Link } from './parts/link.tsx'

interface Props {
  business: SessionBusiness
  onHelp: () => void
  onLogout: () => void
}

/** @param slot what a screen fills instead of the logo, on phones */
export function TopBar({ business, slot, onHelp, onLogout }: Props & { slot: Ref<HTMLDivElement> }) {
  return (
    <header className="tb">
      <div className="tb-in">
        <Link to={homeOf(business)} aria-label="enpunto, ir al dashboard" className="tb-logo">
          <Logo />
        </Link>
        <div ref={slot} className="tb-slot" />
        <nav aria-label="Principal">
          {placesFor(business, PLACES).map(({ to, label }) => (
            <PlaceLink key={to} to={to}>
              {label}
            </PlaceLink>
          ))}
        </nav>
        <SearchButton timezone={business.timezone} />
        {may(business, 'settings:write') && (
          <button
            type="button"
            className="x tb-help"
            aria-label="Ayuda: guía de configuración"
            onClick={onHelp}
          >
            <Icon d={help} />
          </button>
        )}
        <UserMenu business={business} onLogout={onLogout} />
      </div>
    </header>
  )
}

/** A link that marks the current screen, and prefetches its screen on hover. */
function PlaceLink({ to, onClick, children }: { to: string; onClick?: () => void; children: ReactNode }) {
  const { pathname } = useLocation()
  return (
    <Link to={to} prefetch="intent" aria-current={isAt(pathname, to) ? 'page' : undefined} onClick={onClick}>
      {children}
    </Link>
  )
}

/** Also on a screen that is reached from that one. */
const isAt = (pathname: string, to: string): boolean =>
  pathname.replace(/(.)\/$/, '$1') === to || (to !== '/dashboard' && pathname.startsWith(`${to}/`))

/** The business; to who sees their own agenda alone, themselves. */
function useShownAs(business: SessionBusiness): { name: string; picture: string | null | undefined } {
  const isOwn = !seesAll(business)
  const { data } = useQuery({ ...professionalsQuery(), enabled: isOwn })
  if (!isOwn) return { name: business.business_name, picture: business.logo_url }
  const { user, professional_id } = business.access ?? {}
  const self = data?.find(({ id }) => id === professional_id)
  const name = user?.name ?? self?.professional_name ?? business.business_name
  return { name, picture: imageSrc(self?.avatar_url, 160) }
}

/** A popover: the browser closes it on Escape and on a click outside. */
function UserMenu({ business, onLogout }: Omit<Props, 'onHelp'>) {
  const shown = useShownAs(business)
  const box = useRef<HTMLDivElement>(null)
  const { pathname } = useLocation()
  useEffect(() => box.current?.hidePopover?.(), [pathname])
  return (
    <>
      <button
        type="button"
        className="tb-user"
        popoverTarget="user-menu"
        aria-haspopup="true"
        onClick={() => togglePlainly(box.current)}
      >
        <Avatar name={shown.name} src={shown.picture} />
        <span className="tb-name trunc">{shown.name}</span>
        <span className="sr">, menú</span>
        <Icon d={chevronDown} className="icon-sm only-d" />
      </button>
      <div
        ref={box}
        id="user-menu"
        className="user-menu"
        popover="auto"
        role="group"
        aria-label="Tu cuenta"
        onBlur={hideOnLeave}
      >
        <p className="trunc">
          <b>{business.business_name}</b>
          <small className="trunc">{business.access?.user?.email ?? business.email}</small>
        </p>
        <Businesses business={business} />
        {placesFor(business, MORE_PLACES).map(({ to, label, icon }) => (
          <Link key={to} to={to} prefetch="intent">
            <Icon d={icon} />
            {label}
          </Link>
        ))}
        <button type="button" onClick={onLogout}>
          <Icon d={logOut} />
          Cerrar Sesión
        </button>
      </div>
    </>
  )
}

/** On phones: the daily screens and a new appointment at the bottom edge, and a sheet with everything. */
export function BottomBar(props: Props) {
  const [isOpen, setOpen] = useState(false)
  const { pathname } = useLocation()
  useEffect(() => setOpen(false), [pathname])
  const places = placesFor(props.business, DAILY_PLACES)
  const isElsewhere = !places.some(({ to }) => isAt(pathname, to))
  const [first, second, third] = places.map(({ to, label, icon }) => (
    <PlaceLink key={to} to={to}>
      <Icon d={icon} className="icon-lg" />
      {label}
    </PlaceLink>
  ))
  return (
    <>
      <nav className="tabbar" aria-label="Accesos">
        {first}
        {third && second}
        {may(props.business, 'appointments:own-write') && <NewAppointment />}
        {third ?? second}
        <button
          type="button"
          aria-haspopup="dialog"
          aria-current={isElsewhere || undefined}
          onClick={() => setOpen(true)}
        >
          <Icon d={menu} className="icon-lg" />
          Menú
        </button>
      </nav>
      {isOpen && <MenuSheet {...props} onClose={() => setOpen(false)} />}
    </>
  )
}

/** In the agenda it keeps the day and the view that are shown. */
function NewAppointment() {
  const { pathname, search } = useLocation()
  const isAgenda = NEW_APPOINTMENT.startsWith(`${pathname}?`)
  const params = new URLSearchParams(isAgenda ? search : '')
  params.set('nueva', '1')
  return (
    <Link
      to={isAgenda ? `?${params}` : NEW_APPOINTMENT}
      // The form has a step of its own in the history.
      replace={isAgenda}
      className="tab-new"
      aria-label="Nueva cita"
    >
      <Icon d={plus} className="icon-lg" />
    </Link>
  )
}

function MenuSheet({ business, onHelp, onLogout, onClose }: Props & { onClose: () => void }) {
  return (
    <Dialog title={business.business_name} className="menu-sheet" onClose={onClose}>
      <nav aria-label="Menú">
        {placesFor(business, [...PLACES, ...MORE_PLACES]).map((place) => (
          <PlaceLink key={place.to} to={place.to} onClick={onClose}>
            <Icon d={place.icon} />
            {place.label}
          </PlaceLink>
        ))}
        <Businesses business={business} />
        {may(business, 'settings:write') && (
          <button
            type="button"
            onClick={() => {
              onClose()
              onHelp()
            }}
          >
            <Icon d={help} />
            Guía de configuración
          </button>
        )}
        <button type="button" onClick={onLogout}>
          <Icon d={logOut} />
          Cerrar Sesión
        </button>
      </nav>
    </Dialog>
  )
}
