/**
 * The policy by which a business treats its clients' data: the text that Ley 1581 de 2012 asks for, made of the business's
 * own data.
 */
import { isBlank } from './fields.ts'
import { shownLegalId } from './legal-id.ts'
import { shownPhone } from './phone.ts'

export interface PolicySection {
  heading: string
  text: string[]
}

/** What of a business is in its policy. */
export interface PolicyFacts {
  business_name: string
  phone: string
  email: string
  address: string | null
  city: string | null
  is_virtual: boolean
  legal_name: string | null
  legal_id: string | null
  legal_address: string | null
  legal_email: string | null
  /** Whether clients can agree to WhatsApp. */
  reminder_channel: 'email' | 'whatsapp' | 'both'
}

export const UNKNOWN_POLICY = 'La política de datos cambió. Recarga la página para ver la actual.'

/** The policy's sections. Another sentence here is another version of every business's policy. */
export function policySections(facts: PolicyFacts): PolicySection[] {
  const { who, address, email, phone } = controller(facts)
  const [first, ...more] = [address && `dirección ${address}`, `correo ${email}`, `teléfono ${phone}`].filter(
    Boolean,
  )
  const contact = [first, ...more].join(', ')
  const byWhatsApp = facts.reminder_channel !== 'email'
  return [
    {
      heading: '1. Responsable y encargado',
      text: [
        `El responsable del tratamiento de tus datos personales es ${who} (el «Negocio»): ${contact}. enpunto los trata como encargado, por cuenta del Negocio y según sus instrucciones.`,
        'Esta política cumple la Ley Estatutaria 1581 de 2012 y el Decreto 1377 de 2013, compilado en el Decreto 1074 de 2015.',
      ],
    },
    {
      heading: '2. Qué datos se tratan',
      text: [
        'Los que escribes al reservar: teléfono, nombre completo y correo electrónico; y, solo si quieres darlos, tu número de cédula y la información adicional. También los de tu cita (servicio, profesional, fecha, hora, precio y asistencia) y datos técnicos de seguridad, como la dirección IP.',
        'No escribas en la información adicional datos sensibles, como los de salud, si no son necesarios para el servicio. No estás obligado a autorizar el tratamiento de datos sensibles ni de datos de niños, niñas y adolescentes.',
      ],
    },
    {
      heading: '3. Para qué se usan',
      text: [
        'Para agendar, confirmar, recordar, cambiar y cancelar tus citas; para contactarte sobre ellas; para que puedas consultarlas en el portal del cliente; para llevar el historial de atención y las estadísticas del Negocio; para prevenir fraudes y abusos; y para cumplir obligaciones legales.',
        ...(byWhatsApp
          ? [
              'Te escribimos por WhatsApp solo si marcas la casilla que lo pide; puedes retirarlo cuando quieras respondiendo BAJA.',
            ]
          : []),
        'El Negocio te envía saludos y promociones suyas solo si marcas la casilla que lo autoriza, que no hace falta para reservar; puedes retirarlo cuando quieras en el portal del cliente, con el enlace de cada mensaje o diciéndoselo al Negocio.',
        'No se venden ni se usan para publicidad de terceros.',
      ],
    },
    {
      heading: '4. Autorización',
      text: [
        'Al marcar la casilla y confirmar tu cita das tu autorización previa, expresa e informada. Se guarda la versión del texto que aceptaste y el momento en que lo hiciste, como prueba de la autorización (artículo 9 de la Ley 1581 de 2012 y artículo 7 del Decreto 1377 de 2013).',
      ],
    },
    {
      heading: '5. Tus derechos',
      text: [
        'Según el artículo 8 de la Ley 1581 de 2012 puedes: conocer, actualizar y rectificar tus datos; pedir prueba de la autorización; saber qué uso se les ha dado; presentar quejas ante la Superintendencia de Industria y Comercio por infracciones a la ley; revocar la autorización o pedir que se supriman los datos cuando no haya un deber legal o contractual de conservarlos; y acceder gratis a ellos.',
      ],
    },
    {
      heading: '6. Cómo ejercerlos',
      text: [
        `En el portal del cliente, con el enlace que llega en tus correos o con tu cédula y tu correo, encuentras «Tus datos»: ahí pides consultarlos, corregirlos, suprimirlos o revocar tu autorización, y ves la respuesta. También puedes escribir a ${email} o llamar al ${phone}; indica tu nombre, cómo quieres recibir la respuesta y qué solicitas.`,
        'Las consultas se responden en máximo diez días hábiles, prorrogables por cinco más. Los reclamos, en máximo quince días hábiles, prorrogables por ocho más; si al reclamo le falta información te la pediremos en los cinco días siguientes a su recepción (artículos 14 y 15 de la Ley 1581 de 2012). Solo después de ese trámite puedes elevar la queja ante la Superintendencia.',
      ],
    },
    {
      heading: '7. Seguridad, entrega a terceros y transferencia',
      text: [
        `Los datos viajan cifrados y solo puede verlos quien los necesita para atenderte. Pueden entregarse a proveedores de alojamiento${byWhatsApp ? ', de correo electrónico y de WhatsApp' : ' y de correo electrónico'} que obran como encargados, incluso fuera de Colombia, con las garantías que exigen el artículo 26 de la Ley 1581 de 2012 y los artículos 24 y 25 del Decreto 1377 de 2013; y a las autoridades que los pidan con base en la ley.`,
      ],
    },
    {
      heading: '8. Tiempo de conservación y vigencia',
      text: [
        'Los datos se conservan mientras tengas citas o relación con el Negocio y durante los plazos que exija la ley; después se suprimen o se vuelven anónimos. Esta política rige desde la fecha de su última actualización; sus cambios sustanciales se comunican antes de aplicarlos.',
      ],
    },
  ]
}

function controller(facts: PolicyFacts) {
  const own = facts.is_virtual ? '' : [facts.address, facts.city].filter((part) => !isBlank(part)).join(', ')
  const { legal_name, legal_id, business_name } = facts
  const name =
    legal_name && legal_name !== business_name ? `${legal_name}, dueño de ${business_name}` : business_name
  return {
    who: legal_id ? `${name}, ${shownLegalId(legal_id)}` : name,
    address: facts.legal_address || own,
    email: facts.legal_email || facts.email,
    phone: shownPhone(facts.phone),
  }
}
