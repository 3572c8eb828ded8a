import { calendar } from '../ui/icons.ts'
import { dashboard, scissors, users } from '../ui/icons-panel.ts'

/** The owner's main screens, in the order of the navigation. */
export const PLACES = [
  { to: '/dashboard', label: 'Dashboard', icon: dashboard },
  { to: '/dashboard/appointments', label: 'Citas', icon: calendar },
  { to: '/dashboard/services', label: 'Servicios', icon: scissors },
  { to: '/dashboard/professionals', label: 'Profesionales', icon: users },
]
