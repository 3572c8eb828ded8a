/** @jsxImportSource #emails */
import { Button, Footer, Header, mailDocument, Note, Paragraph } from './parts.tsx'
import { ENPUNTO } from './tokens.ts'
import type { Email, Ownership } from './types.ts'
import { lines } from './words.ts'

/** To both, when a business is offered to a member of its team, and when it was taken. */
export function ownership(data: Ownership): Email {
  return { subject: title(data), html: html(data), text: plain(data) }
}

function title({ is_done, is_receiver, business_name }: Ownership): string {
  if (is_done) return is_receiver ? `${business_name} ahora es tuyo` : `Entregaste ${business_name}`
  return is_receiver ? `Te quieren entregar ${business_name}` : `Vas a entregar ${business_name}`
}

function what({ is_done, is_receiver, giver, receiver, business_name }: Ownership): string {
  if (is_done)
    return is_receiver
      ? `${giver} te entregó ${business_name}. Desde ahora eres su dueño, y ${giver} sigue como administrador.`
      : `${receiver} recibió ${business_name}. Desde ahora entras como administrador.`
  return is_receiver
    ? `${giver} quiere entregarte ${business_name}. Entra y recíbelo con tu contraseña; tienes 7 días.`
    : `Ofreciste ${business_name} a ${receiver}. Cuando lo reciba con su contraseña, seguirás como administrador.`
}

const ifNotYou = ({ is_receiver, is_done }: Ownership): string =>
  is_receiver
    ? 'Si no lo esperabas, habla con quien te lo entrega antes de hacer nada.'
    : is_done
      ? 'Si no fuiste tú, escríbenos enseguida desde este correo.'
      : 'Si no fuiste tú, entra, retira la oferta en Equipo y cambia tu contraseña.'

const mailsTo = (email: string, { is_done }: Ownership): string =>
  `Los avisos del negocio llegan a ${email}. ${is_done ? 'Puedes' : 'Cuando sea tuyo puedes'} cambiarlo en Configuración.`

function html(data: Ownership): string {
  return mailDocument({
    title: title(data),
    preheader: what(data),
    brand: ENPUNTO,
    header: <Header brand={ENPUNTO} name="enpunto" title={title(data)} />,
    children: (
      <>
        <Paragraph>{what(data)}</Paragraph>
        {data.takeable && <Paragraph>{data.takeable}</Paragraph>}
        {data.mails_to && <Paragraph>{mailsTo(data.mails_to, data)}</Paragraph>}
        <Button href={`${data.public_url}/login`} brand={ENPUNTO}>
          Entrar
        </Button>
        <Note>{ifNotYou(data)}</Note>
      </>
    ),
    footer: (
      <Footer href={data.public_url}>
        Recibes este correo porque eres del equipo de {data.business_name}.
      </Footer>
    ),
  })
}

const plain = (data: Ownership): string =>
  lines(
    what(data),
    ...(data.takeable ? ['', data.takeable] : []),
    ...(data.mails_to ? ['', mailsTo(data.mails_to, data)] : []),
    '',
    'Entrar:',
    `${data.public_url}/login`,
    '',
    ifNotYou(data),
    '',
    'Reservas con enpunto',
  )
