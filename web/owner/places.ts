import { type Access, may, type SessionBusiness } from '../account/session.ts'
import { calendar, users, whatsapp } from '../ui/icons.ts'
import { addressBook, bell, chart, dashboard, scissors, settings } from '../ui/icons-panel.ts'

interface Place {
  to: string
  label: string
  /** How it is called by who sees their own part only. */
  ownLabel?: string
  icon: string
  /** Whoever lacks it does not find the screen anywhere. */
  needs: Access['permissions'][number]
  /** Whoever has this sees more than it shows, on another screen. */
  unless?: Access['permissions'][number]
}

/** The main screens, in the order of the navigation. */
export const PLACES: Place[] = [
  { to: '/dashboard', label: 'Dashboard', icon: dashboard, needs: 'figures:all' },
  {
    to: '/dashboard/appointments',
    label: 'Citas',
    ownLabel: 'Mi agenda',
    icon: calendar,
    needs: 'appointments:own',
  },
  {
    to: '/dashboard/clients',
    label: 'Clientes',
    ownLabel: 'Mis clientes',
    icon: addressBook,
    needs: 'clients:own',
  },
  { to: '/dashboard/services', label: 'Servicios', icon: scissors, needs: 'services:write' },
  { to: '/dashboard/professionals', label: 'Profesionales', icon: users, needs: 'professionals:write' },
  {
    to: '/dashboard/income',
    label: 'Mis ingresos',
    icon: chart,
    needs: 'figures:own',
    unless: 'figures:all',
  },
]

/** Those that are opened many times a day: in the phone's bottom bar, around the button for a new appointment. */
export const DAILY_PLACES = [PLACES[0]!, PLACES[1]!, PLACES[2]!, PLACES[5]!] as const

/** Further screens, shown in the menus. */
export const MORE_PLACES: Place[] = [
  { to: '/dashboard/messages', label: 'Mensajes de hoy', icon: whatsapp, needs: 'clients:own-phones' },
  { to: '/dashboard/credits', label: 'Mensajes de recordatorio', icon: bell, needs: 'credits:read' },
  { to: '/dashboard/settings', label: 'Configuración', icon: settings, needs: 'account:own' },
]

export const NEW_APPOINTMENT = '/dashboard/appointments?nueva=1'

const mayOpen = (business: SessionBusiness, { needs, unless }: Place) =>
  may(business, needs) && !(unless && may(business, unless))

/** Those of the places that somebody may open, as they are called for them. */
export const placesFor = (business: SessionBusiness, places: readonly Place[]) =>
  places
    .filter((place) => mayOpen(business, place))
    .map((place) => ({ ...place, label: (!seesAll(business) && place.ownLabel) || place.label }))

/** Whether somebody sees everybody's appointments and clients. */
export const seesAll = (business: SessionBusiness): boolean => may(business, 'appointments:read')

/** The screen that opens first. */
export const homeOf = (business: SessionBusiness): string =>
  placesFor(business, PLACES)[0]?.to ?? '/dashboard/settings'

/** Where an address leads that somebody may not open; undefined when they may. */
export function insteadOf(business: SessionBusiness, pathname: string): string | undefined {
  const path = pathname.replace(/(.)\/$/, '$1')
  const place = [...PLACES, ...MORE_PLACES].find(({ to }) => to === path)
  return place && !mayOpen(business, place) ? homeOf(business) : undefined
}
