import type { LegalText } from '../../../legal/legal-text.ts'

/** A changed text is a new version: update LEGAL_VERSION in payload.ts too. */
const UPDATED = '1 de agosto de 2023'

/** The legal text for `?ver=terminos` or `?ver=datos`, in a business's name. */
export function legalText(name: string | null, business: string): LegalText | undefined {
  if (name === 'terminos') return terms(business)
  return name === 'datos' ? dataPolicy(business) : undefined
}

const terms = (business: string): LegalText => ({
  title: 'Términos y Condiciones',
  updated: UPDATED,
  sections: [
    {
      heading: '1. Quiénes intervienen',
      text: [
        `Estos términos regulan la reserva de citas en línea con ${business} (el «Negocio»), que presta el servicio que reservas y responde por él. enpunto suministra la plataforma con la que el Negocio recibe y administra sus citas; no presta los servicios reservados ni es parte del contrato entre el Negocio y tú.`,
        'Al confirmar una cita declaras que eres mayor de edad o que cuentas con la autorización de tu representante legal, y que aceptas estos términos.',
      ],
    },
    {
      heading: '2. La reserva',
      text: [
        'La cita queda agendada cuando la página muestra «¡Cita Confirmada!». La confirmación y los recordatorios se envían al correo que escribes; revisa que esté bien escrito y mira también la carpeta de correo no deseado.',
        'Los horarios que se ofrecen son los disponibles en ese momento, en la hora local del Negocio. Mientras no confirmes, otra persona puede tomar el mismo horario.',
        'Reservar por esta página no tiene costo y no exige crear una cuenta.',
      ],
    },
    {
      heading: '3. Precios',
      text: [
        'Los precios son de referencia, están expresados en la moneda que se indica y pueden cambiar según las personalizaciones del servicio. El precio final lo informa el Negocio antes de prestarlo, conforme al artículo 26 de la Ley 1480 de 2011 (Estatuto del Consumidor). El pago se hace directamente al Negocio.',
      ],
    },
    {
      heading: '4. Cambios, cancelaciones y retrasos',
      text: [
        'Puedes cancelar o reagendar tu cita desde el enlace del correo de confirmación o en el portal del cliente. Te pedimos hacerlo con la mayor anticipación posible, para que otra persona pueda usar el horario.',
        'Si llegas tarde, el Negocio puede acortar el servicio o reagendarlo. El Negocio también puede cancelar o mover una cita por motivos justificados; en ese caso te avisará al correo o al teléfono que registraste.',
        'Cuando proceda el derecho de retracto del artículo 47 de la Ley 1480 de 2011, podrás ejercerlo ante el Negocio dentro de los cinco días hábiles siguientes, salvo que el servicio ya haya comenzado con tu acuerdo.',
      ],
    },
    {
      heading: '5. Uso correcto',
      text: [
        'Te comprometes a dar datos verdaderos y a no reservar citas que no piensas cumplir, ni a nombre de otra persona sin su permiso, ni por medios automáticos. El Negocio puede cancelar las reservas que incumplan esta regla.',
      ],
    },
    {
      heading: '6. Responsabilidad',
      text: [
        'El Negocio responde por la calidad, la idoneidad y la seguridad de sus servicios, según la Ley 1480 de 2011. enpunto procura que la plataforma esté disponible y sea segura, pero no garantiza que funcione sin interrupciones.',
        'Nada de lo dicho aquí limita los derechos que la ley te reconoce como consumidor.',
      ],
    },
    {
      heading: '7. Datos personales',
      text: [
        'Tus datos se tratan según la Política de Tratamiento de Datos que también aceptas al reservar, conforme a la Ley 1581 de 2012 y al Decreto 1377 de 2013.',
      ],
    },
    {
      heading: '8. Ley aplicable y reclamos',
      text: [
        'Estos términos se rigen por las leyes de la República de Colombia. Presenta primero tu petición, queja o reclamo al Negocio, en los datos de contacto de esta página. Si no quedas conforme, puedes acudir a la Superintendencia de Industria y Comercio (www.sic.gov.co) o a los jueces competentes.',
        'Si los términos cambian, a tu cita se le aplica la versión que estaba publicada cuando la confirmaste.',
      ],
    },
  ],
})

const dataPolicy = (business: string): LegalText => ({
  title: 'Política de Tratamiento de Datos',
  updated: UPDATED,
  sections: [
    {
      heading: '1. Responsable y encargado',
      text: [
        `El responsable del tratamiento de tus datos personales es ${business} (el «Negocio»), con los datos de contacto que aparecen en esta página. enpunto los trata como encargado, por cuenta del Negocio y según sus instrucciones.`,
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
        'Escribe o llama al Negocio por los medios de contacto de esta página, que atiende las peticiones, consultas y reclamos. Indica tu nombre, cómo quieres recibir la respuesta y qué solicitas.',
        'Las consultas se responden en máximo diez días hábiles, prorrogables por cinco más. Los reclamos, en máximo quince días hábiles, prorrogables por ocho más; si al reclamo le falta información te la pediremos en los cinco días siguientes a su recepción (artículos 14 y 15 de la Ley 1581 de 2012). Solo después de ese trámite puedes elevar la queja ante la Superintendencia.',
      ],
    },
    {
      heading: '7. Seguridad, entrega a terceros y transferencia',
      text: [
        'Los datos viajan cifrados y solo puede verlos quien los necesita para atenderte. Pueden entregarse a proveedores de alojamiento y de correo electrónico que obran como encargados, incluso fuera de Colombia, con las garantías que exigen el artículo 26 de la Ley 1581 de 2012 y los artículos 24 y 25 del Decreto 1377 de 2013; y a las autoridades que los pidan con base en la ley.',
      ],
    },
    {
      heading: '8. Tiempo de conservación y vigencia',
      text: [
        'Los datos se conservan mientras tengas citas o relación con el Negocio y durante los plazos que exija la ley; después se suprimen o se vuelven anónimos. Esta política rige desde la fecha de su última actualización; sus cambios sustanciales se comunican antes de aplicarlos.',
      ],
    },
  ],
})
