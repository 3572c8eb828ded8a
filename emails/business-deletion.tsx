/** @jsxImportSource #emails */
import { decimal } from '#domain/numbers.ts'
import { Button, Footer, Header, mailDocument, Note, Paragraph, Row } from './parts.tsx'
import { ENPUNTO } from './tokens.ts'
import type { DeletionAsked, DeletionDone, Email } from './types.ts'
import { lines, subjectLine } from './words.ts'

/** To the owners, when one of them deletes the business: how to come back. */
export function deletionAsked(data: DeletionAsked): Email {
  const title = subjectLine(`${data.business_name} se va a eliminar`)
  const back = `${data.public_url}/login`
  const html = mailDocument({
    title,
    preheader: `Puedes recuperarlo hasta el ${data.until}.`,
    brand: ENPUNTO,
    header: <Header brand={ENPUNTO} name="enpunto" title={title} />,
    children: (
      <>
        {askedLines(data).map((line) => (
          <Paragraph key={line}>{line}</Paragraph>
        ))}
        <Button href={back} brand={ENPUNTO}>
          Entrar y recuperarlo
        </Button>
        <Note>{NOT_YOU}</Note>
      </>
    ),
    footer: (
      <Footer href={data.public_url}>Recibes este correo porque eres dueño de {data.business_name}.</Footer>
    ),
  })
  const text = lines(
    title,
    '',
    ...askedLines(data),
    '',
    'Entrar y recuperarlo:',
    back,
    '',
    NOT_YOU,
    '',
    SIGNED,
  )
  return { subject: title, html, text }
}

const SIGNED = 'Reservas con enpunto'
const NOT_YOU =
  'Si no fuiste tú, entra, recupera el negocio y cambia tu contraseña: alguien más la conoce o usó tu pantalla.'

const askedLines = ({ by, business_name, until }: DeletionAsked): string[] => [
  `${by} pidió eliminar ${business_name}. Su página ya no se ve y nadie puede reservar.`,
  `Puedes recuperarlo hasta el ${until}. Ese día borramos sus datos y ya no hay vuelta atrás. Si los quieres conservar, entra antes y descárgalos en Clientes, Exportar mis datos.`,
]

/** The certificate to whoever was an owner of an erased business. */
export function deletionDone(data: DeletionDone): Email {
  const title = subjectLine(`Constancia: ${data.business_name} fue eliminado`)
  const facts = factsOf(data)
  const html = mailDocument({
    title,
    preheader: `Borramos sus datos el ${data.erased}.`,
    brand: ENPUNTO,
    header: <Header brand={ENPUNTO} name="enpunto" title={title} />,
    children: (
      <>
        <Paragraph>{`Borramos los datos de ${data.business_name} el ${data.erased}.`}</Paragraph>
        {facts.map(([label, value]) => (
          <Row key={label} label={label}>
            {value}
          </Row>
        ))}
        <Paragraph>{kept(data)}</Paragraph>
        <Note>{AFTER}</Note>
      </>
    ),
    footer: <Footer href={data.public_url}>Es el último correo que te enviamos por este negocio.</Footer>,
  })
  const text = lines(
    title,
    '',
    `Borramos los datos de ${data.business_name} el ${data.erased}.`,
    ...facts.map(([label, value]) => `${label}: ${value}`),
    '',
    kept(data),
    AFTER,
    '',
    SIGNED,
  )
  return { subject: title, html, text }
}

const AFTER =
  'También borramos tu usuario si no trabajas en otro negocio, y con este envío, tu correo. Su dirección web no se le da a nadie más. Las copias de seguridad se van borrando solas con el tiempo. Guarda este correo: es tu constancia.'

const factsOf = (data: DeletionDone): [label: string, value: string][] => [
  ['Número', String(data.number)],
  ['Pedido el', data.requested],
  ['Borrado el', data.erased],
  ['Citas', decimal(data.appointments)],
  ['Clientes', decimal(data.clients)],
  ['Servicios', decimal(data.services)],
  ['Profesionales', decimal(data.professionals)],
  ['Imágenes', decimal(data.images)],
]

const kept = ({ consents, credit_movements, kept_years }: DeletionDone): string =>
  `Por ley guardamos ${kept_years} años, sin nombres ni datos de contacto: los movimientos de mensajes (${decimal(credit_movements)}) y la constancia de las autorizaciones de tratamiento de datos (${decimal(consents)}).`
