import type { LegalText } from '../../../legal/legal-text.ts'

/** The terms of a booking, in a business's name. */
export const terms = (business: string): LegalText => ({
  title: 'Términos y Condiciones',
  updated: '1 de agosto de 2023; texto precisado el 27 de noviembre de 2026',
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
        'La cita queda agendada cuando la página muestra «¡Cita Confirmada!». La confirmación y los recordatorios se envían al correo o al WhatsApp que dejes, si dejas alguno; revisa que esté bien escrito y mira también la carpeta de correo no deseado.',
        'Los horarios que se ofrecen son los disponibles en ese momento, en la hora local del Negocio. Mientras no confirmes, otra persona puede tomar el mismo horario.',
        'Reservar por esta página no tiene costo y no exige crear una cuenta.',
      ],
    },
    {
      heading: '3. Precios',
      text: [
        'Los precios están expresados en la moneda que se indica. Cuando digan «Desde» son de referencia y pueden cambiar según las personalizaciones del servicio; cuando digan «A convenir» los acuerdas con el Negocio. El precio final lo informa el Negocio antes de prestarlo, conforme al artículo 26 de la Ley 1480 de 2011 (Estatuto del Consumidor). El pago se hace directamente al Negocio.',
      ],
    },
    {
      heading: '4. Cambios, cancelaciones y retrasos',
      text: [
        'Puedes cancelar tu cita, hasta el plazo que el Negocio indica, o reagendarla desde el enlace de la confirmación o en el portal del cliente. Te pedimos hacerlo con la mayor anticipación posible, para que otra persona pueda usar el horario.',
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
