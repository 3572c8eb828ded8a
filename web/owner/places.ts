import { calendar } from '../ui/icons.ts'
import { addressBook, bell, dashboard, scissors, settings, users } from '../ui/icons-panel.ts'

/** The owner's main screens, in the order of the navigation. */
export const PLACES = [
  { to: '/dashboard', label: 'Dashboard', icon: dashboard },
  { to: '/dashboard/appointments', label: 'Citas', icon: calendar },
  { to: '/dashboard/services', label: 'Servicios', icon: scissors },
  { to: '/dashboard/professionals', label: 'Profesionales', icon: users },
]

/** Further screens, shown in the menus. */
export const MORE_PLACES = [
  { to: '/dashboard/clients', label: 'Clientes', icon: addressBook },
  { to: '/dashboard/credits', label: 'Mensajes de recordatorio', icon: bell },
  { to: '/dashboard/settings', label: 'Configuración', icon: settings },
]
