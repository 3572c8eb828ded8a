/** @jsxImportSource #emails */
import { brandVars } from '#domain/colour.ts'
import { Button, Footer, Header, Link, mailDocument, Note, Paragraph } from './parts.tsx'
import type { Birthday, Email } from './types.ts'
import { firstName, lines, subjectLine } from './words.ts'

/** To a client who agreed to advertising: a greeting on their birthday. */
export function birthday(data: Birthday): Email {
  return {
    subject: subjectLine(`Feliz cumpleaños de parte de ${data.business_name}`),
    html: html(data),
    text: plain(data),
  }
}

const WISH = 'Te deseamos un feliz cumpleaños. ¡Que lo disfrutes mucho!'
const whyOf = ({ business_name }: Birthday) =>
  `Recibes este correo porque aceptaste recibir publicidad de ${business_name}.`

function html(data: Birthday): string {
  const { business_name, client_name, page_url, leave_url, logo_url, public_url } = data
  const brand = brandVars(data.brand_color, data.brand_color_secondary)
  return mailDocument({
    title: '¡Feliz cumpleaños!',
    preheader: WISH,
    brand,
    header: (
      <Header
        brand={brand}
        name={business_name}
        logo={logo_url}
        title={`¡Feliz cumpleaños, ${firstName(client_name)}!`}
      />
    ),
    children: (
      <>
        <Paragraph>
          {WISH} Te lo dicen en {business_name}.
        </Paragraph>
        <Button href={page_url} brand={brand}>
          Reservar una cita
        </Button>
        <Note>
          {whyOf(data)}{' '}
          <Link href={leave_url} brand={brand}>
            No quiero recibir más publicidad
          </Link>
          .
        </Note>
      </>
    ),
    footer: <Footer href={public_url}>{whyOf(data)}</Footer>,
  })
}

const plain = (data: Birthday): string =>
  lines(
    `¡Feliz cumpleaños, ${firstName(data.client_name)}!`,
    '',
    `${WISH} Te lo dicen en ${data.business_name}.`,
    '',
    'Reservar una cita:',
    data.page_url,
    '',
    whyOf(data),
    'No quiero recibir más publicidad:',
    data.leave_url,
  )
