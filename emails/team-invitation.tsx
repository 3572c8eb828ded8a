/** @jsxImportSource #emails */
import { Button, Footer, Header, mailDocument, Note, Paragraph } from './parts.tsx'
import { ENPUNTO } from './tokens.ts'
import type { Email, TeamInvitation } from './types.ts'
import { lines } from './words.ts'

/** To somebody whom the owner of a business invites to its team. */
export function teamInvitation(data: TeamInvitation): Email {
  return { subject: `Te invitaron a ${data.business_name}`, html: html(data), text: plain(data) }
}

const who = ({ invited_by, business_name, role }: TeamInvitation): string =>
  `${invited_by ?? business_name} te invitó al equipo de ${business_name} como ${role.toLowerCase()}.`

/** A sentence after a colon begins small. */
const may = ({ role, role_sentence }: TeamInvitation): string =>
  `${role}: ${role_sentence.slice(0, 1).toLowerCase()}${role_sentence.slice(1)}`

const until = (data: TeamInvitation) => `El enlace sirve una sola vez, hasta el ${data.until}.`
const IF_NOT_YOU =
  'Si no conoces este negocio, no hagas nada. Nadie puede entrar con tu correo sin este enlace.'

function html(data: TeamInvitation): string {
  return mailDocument({
    title: `Te invitaron a ${data.business_name}`,
    preheader: until(data),
    brand: ENPUNTO,
    header: <Header brand={ENPUNTO} name="enpunto" title={`Te invitaron a ${data.business_name}`} />,
    children: (
      <>
        <Paragraph>{who(data)}</Paragraph>
        <Paragraph>{may(data)}</Paragraph>
        <Button href={data.accept_url} brand={ENPUNTO}>
          Ver la invitación
        </Button>
        <Note>
          {until(data)} {IF_NOT_YOU}
        </Note>
      </>
    ),
    footer: (
      <Footer href={data.public_url}>
        Recibes este correo porque alguien de {data.business_name} te invitó.
      </Footer>
    ),
  })
}

function plain(data: TeamInvitation): string {
  return lines(
    who(data),
    may(data),
    '',
    'Ver la invitación:',
    data.accept_url,
    '',
    until(data),
    '',
    IF_NOT_YOU,
    '',
    'Reservas con enpunto',
  )
}
