import { calendar, users } from '../ui/icons.ts'
import { addressBook, bell, dashboard, scissors, settings } from '../ui/icons-panel.ts'

/** The owner's main screens, in the order of the navigation. */
export const PLACES = [
  { to: '/dashboard', label: 'Dashboard', icon: dashboard },
  { to: '/dashboard/appointments', label: 'Citas', icon: calendar },
  { to: '/dashboard/services', label: 'Servicios', icon: scissors },
  { to: '/dashboard/professionals', label: 'Profesionales', icon: users },
  { to: '/dashboard/clients', label: 'Clientes', icon: addressBook },
]

/** Those that are opened many times a day: in the phone's bottom bar, around the button for a new appointment. */
export const DAILY_PLACES = [PLACES[0]!, PLACES[1]!, PLACES[4]!] as const

/** Further screens, shown in the menus. */
export const MORE_PLACES = [
  { to: '/dashboard/credits', label: 'Mensajes de recordatorio', icon: bell },
  { to: '/dashboard/settings', label: 'Configuración', icon: settings },
]

export const NEW_APPOINTMENT = '/dashboard/appointments?nueva=1'
