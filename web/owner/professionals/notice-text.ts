import type { Service } from '#domain/api/service.ts'
import { specialtyNames } from './specialties.ts'
import type { Values } from './values.ts'

const LABELS: Record<keyof Values, string> = {
  professional_name: 'Nombre completo',
  phone_country: 'País del teléfono',
  phone: 'Teléfono',
  email: 'Correo electrónico',
  bio: 'Biografía',
  specialties: 'Servicios que realiza',
  daily_limit: 'Máximo de citas por día',
  weight: 'Citas sin preferencia',
  is_active: 'Se ofrece en tu página de reservas',
}

/** The text of a field for ElsewhereNotice. */
export const noticeText = (services: Service[]) => (name: keyof Values, value: Values[keyof Values]) =>
  [LABELS[name], valueText(value, services)] as [string, string]

function valueText(value: Values[keyof Values], services: Service[]): string {
  if (typeof value === 'boolean') return value ? 'sí' : 'no'
  if (typeof value === 'string') return value
  return specialtyNames(value.length > 0 ? JSON.stringify(value.map(Number)) : null, services).join(', ')
}
