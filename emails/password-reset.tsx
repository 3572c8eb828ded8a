/** @jsxImportSource #emails */
import { Button, Footer, Header, mailDocument, Note, Paragraph } from './parts.tsx'
import { ENPUNTO } from './tokens.ts'
import type { Email, PasswordReset } from './types.ts'
import { lines, sentence } from './words.ts'

/** To the owner who forgot the password, or whose e-mail somebody else typed. */
export function passwordReset(data: PasswordReset): Email {
  return { subject: 'Restablece tu contraseña de enpunto', html: html(data), text: plain(data) }
}

function html({ business_name, reset_url, public_url }: PasswordReset): string {
  return mailDocument({
    title: 'Restablece tu contraseña',
    preheader: 'El enlace sirve una sola vez, durante una hora.',
    brand: ENPUNTO,
    header: (
      <Header brand={ENPUNTO} name="enpunto" title="Restablece tu contraseña">
        {sentence(`Alguien pidió una contraseña nueva para ${business_name}`)}
      </Header>
    ),
    children: (
      <>
        <Paragraph>
          Si fuiste tú, elige la nueva con este botón. Sirve una sola vez, durante una hora.
        </Paragraph>
        <Button href={reset_url} brand={ENPUNTO}>
          Elegir contraseña nueva
        </Button>
        <Note>
          Si no fuiste tú, no hagas nada: tu contraseña sigue siendo la misma. No reenvíes este correo a
          nadie.
        </Note>
      </>
    ),
    footer: (
      <Footer href={public_url}>
        Recibes este correo porque {business_name} tiene una cuenta en enpunto.
      </Footer>
    ),
  })
}

function plain({ business_name, reset_url }: PasswordReset): string {
  return lines(
    'Restablece tu contraseña',
    '',
    sentence(`Alguien pidió una contraseña nueva para ${business_name}`),
    'Si fuiste tú, elígela aquí. El enlace sirve una sola vez, durante una hora:',
    reset_url,
    '',
    'Si no fuiste tú, no hagas nada: tu contraseña sigue siendo la misma. No reenvíes este correo a nadie.',
    '',
    'Reservas con enpunto',
  )
}
