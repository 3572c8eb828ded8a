/** @jsxImportSource #emails */
import { Button, Footer, Header, mailDocument, Note, Paragraph } from '../parts.tsx'
import { ENPUNTO } from '../tokens.ts'
import type { Email } from '../types.ts'
import { lines } from '../words.ts'
import type { AccountChanged } from './types.ts'

interface Text {
  title: string
  what: (data: AccountChanged & { of: string }) => string
  /** In place of what is said of most changes. */
  ifYou?: string
  ifNotYou: string
  /** Below the public address. */
  path: string
  label: string
}

const CHOOSE_ANOTHER = { path: '/forgot-password', label: 'No fui yo: elegir otra contraseña' }
const CHOOSE_EMAIL = { path: '/login', label: 'Entrar y elegir el correo' }
const ENDS_ALL = 'Si no fuiste tú, elige otra contraseña ahora mismo: se cierran todas las sesiones abiertas.'

const TEXTS: Record<AccountChanged['change'], Text> = {
  password: {
    title: 'Tu contraseña cambió',
    what: ({ of, at }) => `La contraseña de ${of} se cambió ${at}.`,
    ifNotYou: ENDS_ALL,
    ...CHOOSE_ANOTHER,
  },
  email: {
    title: 'El correo de tu cuenta cambió',
    what: ({ of, at, new_email }) =>
      `La cuenta de ${of} dejó de usar este correo ${at}. Ahora se entra con ${new_email}.`,
    ifNotYou:
      'Si no fuiste tú, cambia tu contraseña si todavía puedes entrar, y escríbenos enseguida desde este correo para devolverte la cuenta.',
    path: '/login',
    label: 'No fui yo: entrar y cambiarla',
  },
  second_factor_on: {
    title: 'Activaste la verificación en dos pasos',
    what: ({ of, at }) => `Para entrar a ${of} se pide también un código de tu app, desde ${at}.`,
    ifNotYou:
      'Si no fuiste tú, alguien tiene tu contraseña: elige otra y escríbenos enseguida desde este correo para devolverte la cuenta.',
    ...CHOOSE_ANOTHER,
  },
  second_factor_off: {
    title: 'Desactivaste la verificación en dos pasos',
    what: ({ of, at }) => `Para entrar a ${of} basta otra vez la contraseña, desde ${at}.`,
    ifNotYou: `${ENDS_ALL} Después, actívala de nuevo.`,
    ...CHOOSE_ANOTHER,
  },
  recovery_codes_made: {
    title: 'Tienes códigos de recuperación nuevos',
    what: ({ of, at }) =>
      `Se crearon códigos de recuperación para entrar a ${of} ${at}. Los anteriores ya no sirven.`,
    ifNotYou: ENDS_ALL,
    ...CHOOSE_ANOTHER,
  },
  recovery_code_used: {
    title: 'Alguien entró con un código de recuperación',
    what: ({ of, at, recovery_left }) =>
      `Se usó un código de recuperación para entrar a ${of} ${at}. ${leftText(recovery_left)}`,
    ifNotYou: `${ENDS_ALL} Después, crea códigos nuevos.`,
    ...CHOOSE_ANOTHER,
  },
  passkey_added: {
    title: 'Agregaste una llave de acceso',
    what: ({ of, at }) => `Desde ${at}, a ${of} se puede entrar con una llave de acceso, sin contraseña.`,
    ifNotYou: `${ENDS_ALL} Después, quita esa llave en Configuración, Seguridad.`,
    ...CHOOSE_ANOTHER,
  },
  passkey_removed: {
    title: 'Quitaste una llave de acceso',
    what: ({ of, at }) => `Una llave de acceso de ${of} se quitó ${at}.`,
    ifNotYou: ENDS_ALL,
    ...CHOOSE_ANOTHER,
  },
  new_device: {
    title: 'Entraron a tu cuenta desde un equipo nuevo',
    what: ({ of, at, from }) => `Alguien entró a ${of} ${at}, desde ${from}.`,
    ifNotYou: 'Si no fuiste tú, dilo aquí: se cierran todas las sesiones y eliges otra contraseña.',
    path: '/forgot-password',
    label: 'No fui yo',
  },
  business_email_moved: {
    title: 'El correo de tu negocio cambió',
    what: ({ of, at, former_email }) =>
      `Los avisos de ${of} llegaban a ${former_email}, que ya no entra a tu negocio. Desde ${at}, llegan a este correo.`,
    ifYou:
      'Tus clientes también lo ven: es el correo al que te responden y, si no tienes otro para datos personales, el de tu política de datos.',
    ifNotYou:
      'Si prefieres otro correo, escríbelo en Configuración: desde ese momento también entras con él.',
    ...CHOOSE_EMAIL,
  },
  business_email_left: {
    title: 'Elige otro correo para tu negocio',
    what: ({ of, former_email }) =>
      `Los avisos de ${of} todavía llegan a ${former_email}, que ya no entra a tu negocio. Llevan el nombre y el celular de tus clientes.`,
    ifYou: 'Tu correo ya es el de otro negocio, y cada negocio tiene el suyo.',
    ifNotYou: 'Escribe otro correo para este negocio en Configuración.',
    ...CHOOSE_EMAIL,
  },
}

const leftText = (left: number) =>
  left === 0
    ? 'Era el último: crea otros en Configuración, Seguridad.'
    : left === 1
      ? 'Te queda uno.'
      : `Te quedan ${left}.`

const PLATFORM = 'la administración de enpunto'
const IF_YOU = 'Si fuiste tú, no tienes que hacer nada.'
const NEVER = 'Nunca te pedimos tu contraseña por correo ni por chat.'

/** To who signs in, when how they do was changed or used in a way that somebody else may have. */
export function accountChanged(data: AccountChanged): Email {
  const { title, what, ifYou = IF_YOU, ifNotYou, path, label } = TEXTS[data.change]
  const said = what({ ...data, of: data.business_name ?? PLATFORM })
  // An administrator's password is changed by who runs the server.
  const action =
    data.business_name === null ? undefined : { href: data.not_me_url ?? data.public_url + path, label }
  const doThis = action
    ? ifNotYou
    : 'Si no fuiste tú, avisa enseguida a quien opera el servidor para que cambie la contraseña.'
  return {
    subject: `${title} en enpunto`,
    html: mailDocument({
      title,
      preheader: ifYou === IF_YOU ? 'Si no fuiste tú, esto es lo que puedes hacer.' : said,
      brand: ENPUNTO,
      header: <Header brand={ENPUNTO} name="enpunto" title={title} />,
      children: (
        <>
          <Paragraph>{said}</Paragraph>
          <Paragraph>{ifYou}</Paragraph>
          <Paragraph>{doThis}</Paragraph>
          {action && (
            <Button href={action.href} brand={ENPUNTO}>
              {action.label}
            </Button>
          )}
          <Note>{NEVER}</Note>
        </>
      ),
      footer: (
        <Footer href={data.public_url}>
          Recibes este correo porque{' '}
          {data.business_name === null
            ? 'administras enpunto'
            : `${data.business_name} tiene una cuenta en enpunto`}
          .
        </Footer>
      ),
    }),
    text: lines(
      title,
      '',
      said,
      ifYou,
      '',
      doThis,
      ...(action ? [`${action.label}:`, action.href] : []),
      '',
      NEVER,
      '',
      'Reservas con enpunto',
    ),
  }
}
