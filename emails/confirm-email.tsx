/** @jsxImportSource #emails */
import { Button, Footer, Header, mailDocument, Note, Paragraph } from './parts.tsx'
import { ENPUNTO } from './tokens.ts'
import type { ConfirmEmail, Email } from './types.ts'
import { lines } from './words.ts'

/** To the owner: shows that the business's e-mail is theirs. */
export function confirmEmail(data: ConfirmEmail): Email {
  return { subject: 'Confirma tu correo en enpunto', html: html(data), text: plain(data) }
}

export const CONFIRM_WHY =
  'Así sabemos que este correo es tuyo. Mientras tanto, tu negocio puede enviar pocos correos al día.'
const IF_NOT_YOU = 'Si no tienes un negocio en enpunto, alguien escribió tu correo por error: no hagas nada.'

function html({ business_name, confirm_url, public_url }: ConfirmEmail): string {
  return mailDocument({
    title: 'Confirma tu correo',
    preheader: CONFIRM_WHY,
    brand: ENPUNTO,
    header: (
      <Header brand={ENPUNTO} name="enpunto" title="Confirma tu correo">
        Es el correo de {business_name}.
      </Header>
    ),
    children: (
      <>
        <Paragraph>{CONFIRM_WHY}</Paragraph>
        <Button href={confirm_url} brand={ENPUNTO}>
          Confirmar mi correo
        </Button>
        <Note>{IF_NOT_YOU}</Note>
      </>
    ),
    footer: (
      <Footer href={public_url}>
        Recibes este correo porque {business_name} tiene una cuenta en enpunto.
      </Footer>
    ),
  })
}

function plain({ business_name, confirm_url }: ConfirmEmail): string {
  return lines(
    `Confirma tu correo: es el de ${business_name}.`,
    '',
    CONFIRM_WHY,
    '',
    'Confirmar mi correo:',
    confirm_url,
    '',
    IF_NOT_YOU,
    '',
    'Reservas con enpunto',
  )
}
