/** @jsxImportSource #emails */
import { Button, Footer, Header, mailDocument, Note, Paragraph } from './parts.tsx'
import { ENPUNTO } from './tokens.ts'
import type { Email, InvitationClaimed, InvitationConfirmed } from './types.ts'
import { lines } from './words.ts'

interface Said {
  title: string
  paragraphs: string[]
  note: string
  business_name: string
  public_url: string
}

/** To an owner, when somebody accepted an invitation with another e-mail. */
export function invitationClaimed(data: InvitationClaimed): Email {
  const { claimed_by, claimer_email, invited_email, business_name, public_url } = data
  return mail({
    title: 'Confirma si es quien invitaste',
    paragraphs: [
      `${claimed_by ?? 'Alguien'} aceptó la invitación de ${invited_email} con otro correo: ${claimer_email}.`,
      `Si es quien invitaste, entra y confírmalo en Equipo. Hasta entonces no ve nada de ${business_name}.`,
    ],
    note: 'Si no conoces ese correo, retira la invitación en Equipo.',
    business_name,
    public_url,
  })
}

/** To whom an owner let in. */
export function invitationConfirmed({ business_name, email, public_url }: InvitationConfirmed): Email {
  return mail({
    title: `Ya eres del equipo de ${business_name}`,
    paragraphs: [`${business_name} confirmó que eres tú. Inicia sesión con ${email} y tu contraseña.`],
    note: 'Si no aceptaste ninguna invitación, cambia tu contraseña: alguien más la sabe.',
    business_name,
    public_url,
  })
}

const mail = (said: Said): Email => ({ subject: said.title, html: html(said), text: plain(said) })

const html = ({ title, paragraphs, note, business_name, public_url }: Said): string =>
  mailDocument({
    title,
    preheader: paragraphs[0]!,
    brand: ENPUNTO,
    header: <Header brand={ENPUNTO} name="enpunto" title={title} />,
    children: (
      <>
        {paragraphs.map((text) => (
          <Paragraph key={text}>{text}</Paragraph>
        ))}
        <Button href={`${public_url}/login`} brand={ENPUNTO}>
          Entrar
        </Button>
        <Note>{note}</Note>
      </>
    ),
    footer: <Footer href={public_url}>Recibes este correo porque eres del equipo de {business_name}.</Footer>,
  })

const plain = ({ paragraphs, note, public_url }: Said): string =>
  lines(...paragraphs, '', 'Entrar:', `${public_url}/login`, '', note, '', 'Reservas con enpunto')
