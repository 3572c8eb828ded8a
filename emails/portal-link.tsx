/** @jsxImportSource #emails */
import { brandVars } from '#domain/colour.ts'
import { shownPhone } from '#domain/phone.ts'
import { ClientFooter, clientFooterText } from './appointment-parts.tsx'
import { telUrl } from './links.ts'
import { Button, Header, Link, mailDocument, Note } from './parts.tsx'
import type { Email, PortalLink } from './types.ts'
import { firstName, lines, sentence, subjectLine } from './words.ts'

/** To a client who asked in the portal for a link to their appointments. */
export function portalLink(data: PortalLink): Email {
  return {
    subject: subjectLine(`Tu enlace para ver tus citas en ${data.business.business_name}`),
    html: html(data),
    text: plain(data),
  }
}

const introOf = ({ client, business }: PortalLink): string =>
  sentence(`Hola, ${firstName(client.client_name)}: aquí están tus citas en ${business.business_name}`)

function html(data: PortalLink): string {
  const { business, portal_url } = data
  const brand = brandVars(business.brand_color, business.brand_color_secondary)
  return mailDocument({
    title: 'Tus citas',
    preheader: 'Míralas, muévelas o cancélalas sin contraseña.',
    brand,
    header: (
      <Header brand={brand} name={business.business_name} logo={business.logo_url} title="Tus citas">
        {introOf(data)}
      </Header>
    ),
    children: (
      <>
        <Button href={portal_url} brand={brand}>
          Ver, mover o cancelar mis citas
        </Button>
        <Note>
          Alguien pidió este enlace con tu correo. Si no fuiste tú, no hagas nada: nadie más lo recibió.
          ¿Tienes preguntas? Llama al{' '}
          <Link href={telUrl(business.phone)} brand={brand}>
            {shownPhone(business.phone)}
          </Link>
          .
        </Note>
      </>
    ),
    footer: <ClientFooter data={data} />,
  })
}

const plain = (data: PortalLink): string =>
  lines(
    'Tus citas',
    '',
    introOf(data),
    '',
    'Ver, mover o cancelar mis citas:',
    data.portal_url,
    '',
    'Alguien pidió este enlace con tu correo. Si no fuiste tú, no hagas nada: nadie más lo recibió.',
    `Teléfono: ${shownPhone(data.business.phone)}`,
    '',
    clientFooterText(data).trimEnd(),
  )
