import type { LegalText } from './legal-text.ts'

/**
 * Between enpunto and its businesses. The texts between a business and its clients are in the booking page.
 */
const UPDATED = '1 de agosto de 2023'
/** The specified date stays; what was made more precise since then has its own beside it. */
const PRECISED = `${UPDATED}; texto precisado el 27 de noviembre de 2026`

export const TERMS: LegalText = {
  title: 'Términos y Condiciones',
  updated: UPDATED,
  sections: [
    {
      heading: '1. Qué es enpunto',
      text: [
        'enpunto es una plataforma en línea con la que los negocios de servicios publican una página de reservas, reciben citas de sus clientes y las administran. Estos términos regulan el uso de la plataforma por el negocio que se registra (el «Negocio») y por quien lo representa.',
        'Al crear una cuenta declaras que eres mayor de edad, que puedes obligar al Negocio y que aceptas estos términos y la Política de Privacidad.',
      ],
    },
    {
      heading: '2. La cuenta',
      text: [
        'Te comprometes a dar datos verdaderos y a mantenerlos al día. La contraseña es personal: cuídala y avísanos si crees que alguien más la conoce. Lo que se hace con tu cuenta se entiende hecho por el Negocio, salvo que demuestres lo contrario.',
        'Puedes cerrar la cuenta cuando quieras. Podemos suspenderla, con aviso previo cuando sea posible, si se usa contra la ley, contra estos términos o para poner en riesgo a otras personas o a la plataforma.',
      ],
    },
    {
      heading: '3. Precio',
      text: [
        'La agenda, la página de reservas y las citas no tienen costo ni límite. Cada mes calendario incluye 30 mensajes de recordatorio gratis, que no se acumulan. Los paquetes adicionales de mensajes son opcionales, se pagan por anticipado, muestran su precio en pesos colombianos antes de la compra y no vencen.',
        'Cuando proceda el derecho de retracto del artículo 47 de la Ley 1480 de 2011, podrás ejercerlo dentro de los cinco días hábiles siguientes a la compra, respecto de los mensajes que no se hayan usado.',
      ],
    },
    {
      heading: '4. Lo que hace el Negocio',
      text: [
        'El Negocio presta los servicios que ofrece, fija sus precios y horarios, y responde por ellos ante sus clientes conforme a la Ley 1480 de 2011 (Estatuto del Consumidor) y a las normas de su oficio. enpunto no es parte de esa relación ni interviene en los pagos.',
        'El Negocio es responsable de los textos, las imágenes y las marcas que publica, y declara que tiene derecho a usarlos. Nos autoriza a mostrarlos en su página y en los correos que enviamos por su cuenta, mientras la cuenta exista.',
      ],
    },
    {
      heading: '5. Usos que no se permiten',
      text: [
        'No se puede usar la plataforma para actividades ilícitas, para enviar publicidad no pedida, para recoger datos sin autorización de sus titulares, para hacerse pasar por otra persona ni para intentar entrar en cuentas o sistemas ajenos o impedir su funcionamiento.',
      ],
    },
    {
      heading: '6. Datos de los clientes del Negocio',
      text: [
        'Respecto de los datos de sus clientes, el Negocio es responsable del tratamiento y enpunto es encargado, en los términos de la Ley 1581 de 2012 y del Decreto 1377 de 2013 (compilado en el Decreto 1074 de 2015). enpunto los trata solo para prestar el servicio, según las instrucciones del Negocio, los protege, guarda reserva y avisa de los incidentes de seguridad.',
        'El Negocio se compromete a usarlos solo para atender a sus clientes y a responder sus consultas y reclamos.',
      ],
    },
    {
      heading: '7. Disponibilidad y responsabilidad',
      text: [
        'Procuramos que la plataforma esté siempre disponible y que los recordatorios lleguen a tiempo, pero dependen también de redes y de servicios de terceros: no garantizamos que funcione sin interrupciones ni que un mensaje sea entregado. Guarda copia de lo que sea importante para ti.',
        'Respondemos por los daños que causemos con dolo o culpa grave. Nada de lo dicho aquí limita los derechos que la ley reconoce a los consumidores.',
      ],
    },
    {
      heading: '8. Propiedad intelectual',
      text: [
        'La plataforma, su marca y su diseño pertenecen a enpunto. La cuenta da derecho a usarlos para administrar el Negocio, no a copiarlos ni a revenderlos. Los datos y contenidos del Negocio son del Negocio.',
      ],
    },
    {
      heading: '9. Cambios, ley aplicable y reclamos',
      text: [
        'Si estos términos cambian de manera importante, lo avisaremos en la plataforma o por correo al menos quince días antes; si no estás de acuerdo, puedes cerrar la cuenta.',
        'Se rigen por las leyes de la República de Colombia. Escríbenos primero por el centro de ayuda; si no quedas conforme, puedes acudir a la Superintendencia de Industria y Comercio (www.sic.gov.co) o a los jueces competentes.',
      ],
    },
  ],
}

export const PRIVACY: LegalText = {
  title: 'Política de Privacidad',
  updated: PRECISED,
  sections: [
    {
      heading: '1. Responsable',
      text: [
        'enpunto es responsable del tratamiento de los datos personales de quienes crean y administran una cuenta. Puedes comunicarte por el centro de ayuda de la plataforma.',
        'Esta política cumple la Ley Estatutaria 1581 de 2012 y el Decreto 1377 de 2013, compilado en el Decreto 1074 de 2015.',
      ],
    },
    {
      heading: '2. Qué datos tratamos',
      text: [
        'Los que escribes al registrarte y en la configuración: nombre y tipo del negocio, dirección y ubicación, correo, teléfono, redes sociales, imágenes y horarios; los de los profesionales que agregas; la contraseña, que se guarda cifrada de manera que nadie puede leerla; y datos técnicos de seguridad, como la dirección IP y la fecha de ingreso.',
        'El nombre, la dirección, el teléfono, el correo y lo demás que publicas en tu página de reservas son visibles para cualquier persona.',
      ],
    },
    {
      heading: '3. Para qué los usamos',
      text: [
        'Para crear y mantener tu cuenta y tu página de reservas; para avisarte de las citas y de tu cuenta; para darte ayuda; para cobrar los paquetes que compres; para prevenir fraudes y abusos; para mejorar la plataforma con estadísticas que no identifican a nadie; y para cumplir obligaciones legales.',
        'No los vendemos ni los usamos para publicidad de terceros.',
      ],
    },
    {
      heading: '4. Autorización',
      text: [
        'Al marcar la casilla y crear la cuenta das tu autorización previa, expresa e informada. Si agregas datos de otras personas, como tus profesionales, declaras que tienes su autorización.',
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
        'Muchos datos los cambias tú en Configuración. Para lo demás escribe por el centro de ayuda: dinos tu nombre, el correo de la cuenta, cómo quieres recibir la respuesta y qué solicitas.',
        'Las consultas se responden en máximo diez días hábiles, prorrogables por cinco más. Los reclamos, en máximo quince días hábiles, prorrogables por ocho más; si al reclamo le falta información te la pediremos en los cinco días siguientes a su recepción (artículos 14 y 15 de la Ley 1581 de 2012). Solo después de ese trámite puedes elevar la queja ante la Superintendencia.',
      ],
    },
    {
      heading: '7. Seguridad, entrega a terceros y transferencia',
      text: [
        'Los datos viajan cifrados y solo puede verlos quien los necesita para prestarte el servicio. Pueden entregarse a proveedores de alojamiento, de correo electrónico y de mapas que obran como encargados, incluso fuera de Colombia, con las garantías que exigen el artículo 26 de la Ley 1581 de 2012 y los artículos 24 y 25 del Decreto 1377 de 2013; y a las autoridades que los pidan con base en la ley.',
        'Para buscar una dirección en el mapa, el texto que escribes se envía al servicio de mapas desde nuestros servidores, sin datos tuyos.',
        'Para comprobar que quien reserva o se registra es una persona podemos usar reCAPTCHA, de Google, que recibe la dirección IP y otros datos técnicos del navegador.',
      ],
    },
    {
      heading: '8. Lo que se guarda en tu navegador',
      text: [
        'Guardamos en tu navegador lo necesario para que sigas dentro de tu cuenta: hasta que cierres la pestaña o, si eliges que te recordemos, hasta que pasen treinta días sin usarla, y un año como máximo. Junto con ello guardamos las citas de hoy y de mañana, con el nombre y el teléfono de quien viene, para que las veas sin conexión; se borran cuando cierras la sesión. Una cookie nuestra recuerda durante un año que ya entraste en este navegador, para que nadie te deje por fuera probando contraseñas. Si al reservar pides que te recordemos en ese teléfono, otra guarda un código al azar para ese negocio durante 180 días, y ninguno de tus datos. No usamos cookies de publicidad.',
      ],
    },
    {
      heading: '9. Tiempo de conservación y vigencia',
      text: [
        'Conservamos los datos mientras exista la cuenta y durante los plazos que exija la ley; después se suprimen o se vuelven anónimos. Esta política rige desde el 1 de agosto de 2023, y cada precisión de su texto, desde su fecha; sus cambios importantes se avisan antes de aplicarlos. Se rige por las leyes de la República de Colombia.',
      ],
    },
  ],
}
