/** The sentences of the copy of their data that a client takes along. */
export const COPY_SENTENCES = {
  ownLink: 'Para descargar tus datos, entra con el enlace que te llegó al correo.',
  ready: 'Tu copia está lista: la página es para leerla, el archivo para llevarla a otro lado.',
  failed: 'No pudimos preparar tus datos',
  withoutCard:
    'No se muestran la ficha ni sus notas porque este correo no basta para saber que son solo tuyas. Pídelas al negocio con una solicitud de consulta.',
} as const

/** The most rows of a list that a copy holds; what is beyond is had by a request. */
export const COPY_ROWS = 2000

/** The lists of a copy, in the order in which the page shows them. */
export const COPY_LISTS = {
  appointments: 'Citas',
  notes: 'Notas',
  health_notes: 'Datos de salud',
  tags: 'Etiquetas',
  consents: 'Autorizaciones',
  data_requests: 'Solicitudes sobre tus datos',
  messages: 'Mensajes que te enviamos',
  inbound_messages: 'Mensajes que nos enviaste',
  files: 'Fotos',
} as const

export type CopyList = keyof typeof COPY_LISTS
