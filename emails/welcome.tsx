/** @jsxImportSource #emails */
import { CONFIRM_WHY } from './confirm-email.tsx'
import { Button, Choices, Footer, Header, Link, mailDocument, Note, Paragraph } from './parts.tsx'
import { ENPUNTO } from './tokens.ts'
import type { Email, Welcome } from './types.ts'
import { lines, subjectLine } from './words.ts'

/** To the owner, right after registering: the remaining steps before clients can book. */
export function welcome(data: Welcome): Email {
  return {
    subject: subjectLine(`${data.business_name} ya está en enpunto`),
    html: html(data),
    text: plain(data),
  }
}

const STEPS = [
  'Agrega tus servicios, con su duración y su precio.',
  'Agrega a quien atiende: puedes ser solo tú.',
  'Revisa tu horario y comparte tu página.',
]

const servicesUrl = ({ public_url }: Welcome) => `${public_url}/dashboard/services`

function html(data: Welcome): string {
  const { business_name, page_url, confirm_url, public_url } = data
  return mailDocument({
    title: 'Te damos la bienvenida',
    preheader: 'Tres pasos y tus clientes ya pueden reservar.',
    brand: ENPUNTO,
    header: (
      <Header brand={ENPUNTO} name={business_name} title="Te damos la bienvenida">
        Tu agenda en línea está lista. Faltan tres pasos para recibir la primera reserva.
      </Header>
    ),
    children: (
      <>
        {STEPS.map((step, i) => (
          <Paragraph key={step}>
            <b>{i + 1}.</b> {step}
          </Paragraph>
        ))}
        <Button href={servicesUrl(data)} brand={ENPUNTO}>
          Agregar mis servicios
        </Button>
        <Choices
          links={[
            confirm_url ? { href: confirm_url, label: 'Confirmar mi correo' } : undefined,
            { href: page_url, label: 'Ver mi página' },
          ]}
        />
        {confirm_url && <Note>{CONFIRM_WHY}</Note>}
        <Note>
          Esta es la dirección de tu página, para tus redes y tu WhatsApp:{' '}
          <Link href={page_url} brand={ENPUNTO}>
            {page_url}
          </Link>
        </Note>
      </>
    ),
    footer: (
      <Footer href={public_url}>Recibes este correo porque registraste {business_name} en enpunto.</Footer>
    ),
  })
}

function plain(data: Welcome): string {
  const { business_name, page_url, confirm_url } = data
  return lines(
    `Te damos la bienvenida a enpunto`,
    '',
    `La agenda en línea de ${business_name} está lista. Faltan tres pasos para recibir la primera reserva:`,
    ...STEPS.map((step, i) => `${i + 1}. ${step}`),
    '',
    'Agregar mis servicios:',
    servicesUrl(data),
    '',
    ...(confirm_url ? ['Confirmar mi correo:', confirm_url, CONFIRM_WHY, ''] : []),
    'La dirección de tu página, para tus redes y tu WhatsApp:',
    page_url,
    '',
    `Recibes este correo porque registraste ${business_name} en enpunto.`,
  )
}
