/** @jsxImportSource #emails */
import { Button, Footer, Header, mailDocument, Note, Paragraph } from './parts.tsx'
import { ENPUNTO } from './tokens.ts'
import type { AccountChanged, Email } from './types.ts'
import { lines } from './words.ts'

const TITLES = { password: 'Tu contraseña cambió', email: 'El correo de tu cuenta cambió' }

/** To the owner, when the account's password or e-mail was changed, possibly by somebody else. */
export function accountChanged(data: AccountChanged): Email {
  return { subject: `${TITLES[data.change]} en enpunto`, html: html(data), text: plain(data) }
}

const what = ({ change, business_name, at, new_email }: AccountChanged): string =>
  change === 'password'
    ? `La contraseña de ${business_name} se cambió ${at}.`
    : `La cuenta de ${business_name} dejó de usar este correo ${at}. Ahora se entra con ${new_email}.`

const IF_YOU = 'Si fuiste tú, no tienes que hacer nada.'

const ifNotYou = (change: AccountChanged['change']): string =>
  change === 'password'
    ? 'Si no fuiste tú, elige otra contraseña ahora mismo: se cierran todas las sesiones abiertas.'
    : 'Si no fuiste tú, cambia tu contraseña si todavía puedes entrar, y escríbenos enseguida desde este correo para devolverte la cuenta.'

const action = ({ change, public_url }: AccountChanged) =>
  change === 'password'
    ? { href: `${public_url}/forgot-password`, label: 'No fui yo: elegir otra contraseña' }
    : { href: `${public_url}/login`, label: 'No fui yo: entrar y cambiarla' }

function html(data: AccountChanged): string {
  const { href, label } = action(data)
  return mailDocument({
    title: TITLES[data.change],
    preheader: 'Si no fuiste tú, esto es lo que puedes hacer.',
    brand: ENPUNTO,
    header: <Header brand={ENPUNTO} name="enpunto" title={TITLES[data.change]} />,
    children: (
      <>
        <Paragraph>{what(data)}</Paragraph>
        <Paragraph>{IF_YOU}</Paragraph>
        <Paragraph>{ifNotYou(data.change)}</Paragraph>
        <Button href={href} brand={ENPUNTO}>
          {label}
        </Button>
        <Note>Nunca te pedimos tu contraseña por correo ni por chat.</Note>
      </>
    ),
    footer: (
      <Footer href={data.public_url}>
        Recibes este correo porque {data.business_name} tiene una cuenta en enpunto.
      </Footer>
    ),
  })
}

function plain(data: AccountChanged): string {
  const { href, label } = action(data)
  return lines(
    TITLES[data.change],
    '',
    what(data),
    IF_YOU,
    '',
    ifNotYou(data.change),
    `${label}:`,
    href,
    '',
    'Nunca te pedimos tu contraseña por correo ni por chat.',
    '',
    'Reservas con enpunto',
  )
}
