/** What the columns of a list of clients are, guessed from their headings and what stands in them. */
import { orderOf } from './when.ts'

/** What a column may be; several may be the same, and are then taken together. */
export const TARGETS = [
  'client_name',
  'last_name',
  'client_phone',
  'client_email',
  'client_id',
  'birthday',
  'tags',
  'note',
  'alert',
  'skip',
] as const
export type Target = (typeof TARGETS)[number]

export const TARGET_LABELS: Record<Target, string> = {
  client_name: 'Nombre',
  last_name: 'Apellido',
  client_phone: 'Celular',
  client_email: 'Correo',
  client_id: 'Cédula',
  birthday: 'Cumpleaños',
  tags: 'Etiquetas',
  note: 'Nota',
  alert: 'Alerta (línea roja)',
  skip: 'No importar',
}

/** A column's guess; one that is not sure is to be looked at. */
export interface Guess {
  target: Target
  is_sure: boolean
}

/** Where a file seems to come from. */
export const ORIGINS = {
  agendapro: 'AgendaPro',
  fresha: 'Fresha',
  booksy: 'Booksy',
  google: 'Google Contacts',
  contacts: 'una agenda de contactos',
} as const
export type Origin = keyof typeof ORIGINS

/** A heading as it is compared: 'Tel. Móvil' → 'tel movil'. */
export const heading = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

// In Spanish, English and Portuguese, and as other agendas and address books call them.
const HEADINGS: Record<Target | 'full_name', readonly string[]> = {
  full_name: [
    'nombre completo|nombre y apellido|nombre y apellidos|nombres y apellidos|apellidos y nombres|nombre del cliente',
    'nombre cliente|cliente|clientes|full name|client name|customer name|customer|client|display name|name',
    'nome completo|nome do cliente|nome e sobrenome|contacto|contato|paciente|razon social',
  ],
  client_name: [
    'nombre|nombres|primer nombre|segundo nombre|first name|given name|middle name|additional name|forename',
    'nome|primeiro nome|first',
  ],
  last_name: [
    'apellido|apellidos|primer apellido|segundo apellido|apellido paterno|apellido materno|last name|surname',
    'family name|sobrenome|sobrenomes|ultimo nome|last',
  ],
  client_phone: [
    'telefono|telefonos|tel|telf|celular|cel|cell|movil|tel movil|telefono movil|telefono celular|numero celular',
    'numero de celular|numero de telefono|segundo telefono|telefono 2|telefono 1|celular 1|celular 2|whatsapp|whats app',
    'no celular|n celular|numero de whatsapp|numero whatsapp|phone|phone number|phone no|mobile|mobile number|mobile phone',
    'cell phone|cellphone|telephone|contact number|primary phone|home phone|telefone|telemovel|fone|numero de telefone',
    'telefone celular|contacto telefonico|numero de contacto|telefono de contacto',
  ],
  client_email: [
    'correo|correos|correo electronico|email|e mail|mail|email address|e mail address|direccion de correo',
    'direccion de correo electronico|correo e|e mail 2 address|endereco de email|endereco de e mail|correio eletronico',
  ],
  client_id: [
    'cedula|cedula de ciudadania|cc|c c|documento|numero de documento|no documento|n documento|documento de identidad',
    'identificacion|numero de identificacion|no identificacion|dni|nit|id number|document|document number|cpf',
    'numero de cedula|doc identidad|rut|rut cedula|cedula rut|rut dni|dni rut|cedula dni|dni cedula|cedula nit|cc nit|cedula o documento|curp|rfc',
    'documento cedula|identificacion fiscal|tax id|national id|id card',
  ],
  birthday: [
    'cumpleanos|cumple|fecha de cumpleanos|fecha cumpleanos|dia de cumpleanos|fecha de nacimiento|fecha nacimiento|nacimiento',
    'f nac|fec nac|f nacimiento|f de nacimiento|fecha nac|birthday|birth day|birth date|birthdate|date of birth|dob|bday',
    'data de nascimento|nascimento|aniversario|data de aniversario',
  ],
  tags: [
    'etiqueta|etiquetas|tag|tags|label|labels|categoria|categorias|categoria de cliente|grupo|grupos|segmento|segmentos',
    'client tags|client group|client groups|customer tags|customer group|group|groups|group membership|marcador|marcadores',
    'tipo de cliente|clasificacion|etiquetas del cliente',
  ],
  note: [
    'nota|notas|obs|observacion|observaciones|comentario|comentarios|note|notes|comment|comments|client notes',
    'observacao|observacoes|nota del cliente|notas del cliente|anotaciones',
  ],
  alert: [
    'alerta|alertas|alergia|alergias|alert|allergy|allergies|medical alert|contraindicaciones|alerta medica',
  ],
  skip: [
    'id|client id|customer id|id cliente|numero de cliente|n cliente|codigo|codigo cliente|numero de ficha|n ficha|ficha',
    'puntos|points|loyalty points',
    'genero|sexo|gender|genero sexo|direccion|address|comuna|ciudad|city|region|departamento|barrio|pais|country|estado',
    'codigo postal|post code|postcode|zip|zip code|edad|age|fecha de creacion',
    'fecha de registro|creado|creado el|added|created|created at|date added|ultima visita|ultima reserva|last visit',
    'last appointment|proxima cita|visitas|numero de visitas|visits|visits count|total visitas|total visits|citas',
    'total gastado|total ventas|total sales|gasto total|ventas|sales|revenue|saldo|balance|deuda|descuento|discount',
    'blocked|block reason|bloqueado|accepts marketing|accepts sms marketing|acepta marketing|acepta publicidad',
    'referral source|como nos conocio|origen|source|photo|foto|nickname|apodo',
    'file as|name prefix|name suffix|name prefix suffix|organization name|organization title|organization department',
    'phonetic first name|phonetic middle name|phonetic last name|no shows|inasistencias|cancelaciones|cancellations',
    'prevision|apartment suite|area|state|instagram|facebook|sucursal|location|web|website|empresa|company|cargo',
  ],
}
const BY_HEADING = new Map(
  Object.entries(HEADINGS).flatMap(([target, lists]) =>
    lists.flatMap((list) => list.split('|')).map((name) => [name, target as Target | 'full_name'] as const),
  ),
)

// 'Phone 1 - Value', 'E-mail 2 - Label', 'Address 1 - City', 'Phone 1 - Type'
const NUMBERED = /^(phone|e mail|email|address|organization|relation|website|event|im|custom field) \d (.+)$/

/** What a heading says, by itself. */
export function meaning(name: string): Target | 'full_name' | undefined {
  const known = BY_HEADING.get(name)
  if (known) return known
  const [, kind, part] = NUMBERED.exec(name) ?? []
  if (kind === undefined) return undefined
  if (part !== 'value' && part !== 'address') return 'skip'
  return kind === 'phone'
    ? 'client_phone'
    : kind.startsWith('e') && kind !== 'event'
      ? 'client_email'
      : 'skip'
}

/** How many of the cells look like headings that are known. */
export const knownHeadings = (cells: readonly string[]): number =>
  cells.filter((cell) => meaning(heading(cell)) !== undefined).length

export const isAddress = (cell: string) => /^\S+@\S+\.\S+$/.test(cell.trim())
export const isNumber = (cell: string) => /^(\+|00)?\d{7,15}$/.test(cell.replace(/[\s().-]/g, ''))

/** Whether a row looks like somebody's data, and not like headings. */
export const looksLikeData = (cells: readonly string[]): boolean =>
  cells.some((cell) => isAddress(cell) || isNumber(cell))

export function guessColumns(headings: readonly string[], rows: readonly (readonly string[])[]): Guess[] {
  const names = headings.map(heading)
  const meanings = names.map(meaning)
  const hasParts = meanings.includes('client_name') && meanings.includes('last_name')
  const guesses = meanings.map((target, column): Guess | undefined => {
    if (target === undefined) return undefined
    // Beside the parts of a name, the whole of it says nothing more.
    if (target === 'full_name') return { target: hasParts ? 'skip' : 'client_name', is_sure: true }
    return {
      target,
      is_sure: isSure(
        target,
        rows.map((row) => row[column] ?? ''),
      ),
    }
  })
  const isMissing = (target: Target) => !guesses.some((guess) => guess?.target === target)
  const mostly = (column: number, is: (cell: string) => boolean) => {
    const filled = rows.map((row) => row[column] ?? '').filter((cell) => cell.trim() !== '')
    return filled.length > 0 && filled.filter(is).length > filled.length / 2
  }
  const find = (target: Target, is: (cell: string) => boolean) => {
    if (!isMissing(target)) return
    const column = guesses.findIndex((guess, index) => guess === undefined && mostly(index, is))
    if (column >= 0) guesses[column] = { target, is_sure: false }
  }
  find('client_email', isAddress)
  find('client_phone', isNumber)
  find('client_name', (cell) => /^\p{L}[\p{L}\p{M}.' -]+$/u.test(cell.trim()))
  return guesses.map((guess) => guess ?? { target: 'skip', is_sure: false })
}

/** What somebody should look at: a note may be what everybody who attends the client has to know, 03/04 two days. */
function isSure(target: Target, cells: string[]): boolean {
  if (target === 'note') return !cells.some((cell) => /al[eé]rgi/i.test(cell))
  return target !== 'birthday' || orderOf(cells).isSure
}

/** Where the file seems to come from, by its name or by headings that only one product writes. */
export function originOf(fileName: string, headings: readonly string[]): Origin | undefined {
  const named = (['agendapro', 'fresha', 'booksy'] as const).find((origin) =>
    fileName
      .toLowerCase()
      .replace(/[^a-z]/g, '')
      .includes(origin),
  )
  if (named) return named
  const names = new Set(headings.map(heading))
  const has = (...all: string[]) => all.every((name) => names.has(name))
  if (has('phone 1 value') || has('e mail 1 value')) return 'google'
  if (has('mobile number', 'accepts marketing')) return 'fresha'
  if (has('cell phone', 'visits count')) return 'booksy'
  if (has('nombre', 'apellido', 'segundo telefono') || has('nombre', 'apellido', 'comuna')) return 'agendapro'
  return undefined
}
