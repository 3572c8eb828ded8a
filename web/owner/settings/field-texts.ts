import { type Assignment, ASSIGNMENT_TEXT } from '#domain/assignment.ts'
import { ASKING_EMAIL_TEXT, type AskingEmail } from '#domain/business.ts'
import { cancelNoticeText, noticeText } from '#domain/limits.ts'
import { TIME_ZONES } from '#domain/timezones.ts'
import type { BusinessValues } from './business/business-form.ts'

type Name =
  | keyof BusinessValues
  | 'slug'
  | 'meta_title'
  | 'meta_description'
  | 'featured_image'
  | 'brand_color'
  | 'reminder_hours'
  | 'notify_team_bookings'
  | 'website'
  | 'facebook'
  | 'instagram'
  | 'twitter'
  | 'whatsapp'
  | 'legal_name'
  | 'legal_id'
  | 'legal_address'
  | 'legal_email'

/** The label of each field. */
const LABELS: Record<Name, string> = {
  business_name: 'Nombre del negocio',
  business_type: 'Tipo de negocio',
  description: 'Descripción',
  price_range: 'Rango de precios',
  email: 'Correo electrónico',
  currentPassword: 'Contraseña actual',
  phone_country: 'País del teléfono',
  phone: 'Teléfono',
  is_virtual: 'Es un negocio virtual',
  address: 'Dirección',
  latitude: 'Latitud del pin',
  longitude: 'Longitud del pin',
  city: 'Ciudad',
  state: 'Departamento',
  country: 'País',
  timezone: 'Zona horaria',
  currency: 'Moneda',
  slot_interval_minutes: 'Horas que se ofrecen',
  min_notice_minutes: 'Anticipación mínima',
  horizon_days: 'Hasta cuándo se reserva',
  cancel_notice_minutes: 'Hasta cuándo se cancela',
  buffers_inside_hours: 'Preparación y limpieza dentro del horario',
  suggests_compact: 'Sugerir horarios sin huecos',
  max_future_appointments: 'Citas por cliente',
  asks_email: 'Pedir correo',
  assignment: 'Citas sin preferencia',
  tell_new_professional: 'Avisar al cliente cuando cambie el profesional',
  slug: 'Dirección de tu página',
  meta_title: 'Título',
  meta_description: 'Descripción',
  featured_image: 'Imagen al compartir',
  brand_color: 'Color principal',
  reminder_hours: 'Primer recordatorio',
  notify_team_bookings: 'Correo por las citas que agenda tu equipo',
  website: 'Sitio web',
  facebook: 'Facebook',
  instagram: 'Instagram',
  twitter: 'X (Twitter)',
  whatsapp: 'WhatsApp',
  legal_name: 'Responsable',
  legal_id: 'NIT o cédula',
  legal_address: 'Dirección para notificaciones',
  legal_email: 'Correo para datos personales',
}

/** Converts a field's value to text where it is not text already. */
const READ: Partial<Record<Name, (text: string) => string>> = {
  timezone: (id) => TIME_ZONES.find((zone) => zone.id === id)?.label ?? id,
  slot_interval_minutes: (minutes) => `cada ${minutes} minutos`,
  min_notice_minutes: (minutes) => noticeText(Number(minutes)),
  cancel_notice_minutes: (minutes) => cancelNoticeText(Number(minutes)),
  horizon_days: (days) => `${days} días adelante`,
  max_future_appointments: (most) => `hasta ${most} por venir`,
  asks_email: (way) => ASKING_EMAIL_TEXT[way as AskingEmail].toLowerCase(),
  assignment: (way) => ASSIGNMENT_TEXT[way as Assignment],
  reminder_hours: (hours) => `${hours} horas antes`,
  featured_image: (url) => (url ? 'otra foto' : 'automática'),
  brand_color: (colour) => colour || 'el color inicial',
}

/** The text of a field for ElsewhereNotice. */
export function fieldText(name: string, value: unknown): [label: string, text: string] {
  const label = LABELS[name as Name]
  if (typeof value === 'boolean') return [label, value ? 'sí' : 'no']
  const text = value === null ? '' : String(value)
  return [label, READ[name as Name]?.(text) ?? text]
}
