/** What a new business may start with: usual services of its trade and their usual minutes. Prices are its own. */
import type { BUSINESS_TYPES } from './business.ts'

export interface Proposed {
  service_name: string
  duration_minutes: number
}

const listed = (services: Record<string, number>): Proposed[] =>
  Object.entries(services).map(([service_name, duration_minutes]) => ({ service_name, duration_minutes }))

export const SERVICE_PACKS = {
  Barbería: listed({
    'Corte de cabello': 30,
    'Corte y barba': 45,
    'Arreglo de barba': 30,
    'Afeitado clásico': 30,
    'Corte para niño': 30,
    'Perfilado de cejas': 15,
    'Tinte de barba': 30,
    'Limpieza facial': 45,
  }),
  'Salón de belleza': listed({
    'Corte de cabello': 45,
    Cepillado: 45,
    Peinado: 60,
    Tinte: 90,
    Mechas: 150,
    Keratina: 150,
    'Hidratación capilar': 60,
    Maquillaje: 60,
  }),
  Uñas: listed({
    'Manicure tradicional': 45,
    'Manicure semipermanente': 60,
    'Pedicure tradicional': 45,
    'Pedicure semipermanente': 60,
    'Uñas acrílicas': 120,
    'Uñas en gel': 90,
    'Retoque de uñas': 75,
    'Retiro de esmalte semipermanente': 30,
  }),
  'Spa y masajes': listed({
    'Masaje relajante': 60,
    'Masaje descontracturante': 60,
    'Masaje con piedras calientes': 75,
    'Drenaje linfático': 60,
    'Limpieza facial profunda': 75,
    'Exfoliación corporal': 45,
    'Depilación con cera': 30,
    'Diseño de cejas': 30,
  }),
  Odontología: listed({
    Valoración: 30,
    'Limpieza dental': 45,
    Resina: 45,
    'Extracción simple': 45,
    Blanqueamiento: 60,
    Endodoncia: 90,
    'Control de ortodoncia': 30,
    'Urgencia odontológica': 30,
  }),
  'Consultorio médico': listed({
    'Consulta de primera vez': 45,
    'Consulta de control': 30,
    'Consulta virtual': 30,
    'Lectura de exámenes': 15,
    'Certificado médico': 15,
    Curación: 30,
    'Procedimiento menor': 45,
    'Chequeo general': 60,
  }),
  Taller: listed({
    Diagnóstico: 60,
    'Cambio de aceite': 45,
    'Revisión general': 90,
    'Revisión de frenos': 60,
    'Cambio de batería': 30,
    'Alineación y balanceo': 60,
    'Mantenimiento preventivo': 120,
    'Reparación eléctrica': 120,
  }),
  Consultoría: listed({
    'Primera asesoría': 60,
    'Asesoría de seguimiento': 45,
    'Asesoría virtual': 60,
    'Revisión de documentos': 60,
    'Diagnóstico del negocio': 90,
    'Sesión de trabajo': 120,
    Capacitación: 120,
    'Llamada corta': 15,
  }),
  Clases: listed({
    'Clase de prueba': 45,
    'Clase individual': 60,
    'Clase en pareja': 60,
    'Clase virtual': 60,
    'Clase intensiva': 120,
    'Taller práctico': 180,
    Tutoría: 45,
    'Evaluación de nivel': 30,
  }),
} satisfies Record<string, Proposed[]>
export type ServicePack = keyof typeof SERVICE_PACKS

const OF_TYPE: Record<(typeof BUSINESS_TYPES)[number], ServicePack> = {
  'Spa / Centro de Estética': 'Spa y masajes',
  'Peluquería / Barbería': 'Barbería',
  'Salón de Manicura': 'Uñas',
  'Consultorio Médico': 'Consultorio médico',
  'Consultorio Dental': 'Odontología',
  'Centro de Masajes': 'Spa y masajes',
  'Taller de Reparación': 'Taller',
  Consultoría: 'Consultoría',
  'Centro de Capacitación': 'Clases',
  Otro: 'Salón de belleza',
}

/** The pack that a business of this type is shown first. */
export const packFor = (businessType: string | null | undefined): ServicePack =>
  OF_TYPE[businessType as keyof typeof OF_TYPE] ?? OF_TYPE.Otro
