/** @jsxImportSource #emails */
import { Button, Footer, Header, mailDocument, Note, Paragraph, Row } from './parts.tsx'
import { ENPUNTO } from './tokens.ts'
import type { DataAnswer, DataRequest, Email } from './types.ts'
import { firstName, lines, subjectLine } from './words.ts'

const SIGNED = 'Reservas con enpunto'

/** To the business: somebody asks something of their data, and by when it has to answer. */
export function dataRequest(data: DataRequest): Email {
  const title = subjectLine(`Solicitud de datos de ${data.client_name}: ${data.what.toLowerCase()}`)
  const url = `${data.public_url}/dashboard/settings?seccion=datos`
  const body = `${data.client_name} pidió algo sobre sus datos en ${data.business_name}. La ley te da hasta el ${data.until} para responder.`
  const html = mailDocument({
    title,
    preheader: `Responde a más tardar el ${data.until}.`,
    brand: ENPUNTO,
    header: <Header brand={ENPUNTO} name="enpunto" title={title} />,
    children: (
      <>
        <Paragraph>{body}</Paragraph>
        <Row label="Pide">{data.what}</Row>
        <Row label="Responder hasta">{data.until}</Row>
        <Button href={url} brand={ENPUNTO}>
          Ver y responder
        </Button>
      </>
    ),
    footer: (
      <Footer href={data.public_url}>Recibes este correo porque eres dueño de {data.business_name}.</Footer>
    ),
  })
  const text = lines(title, '', body, `Pide: ${data.what}`, '', 'Ver y responder:', url, '', SIGNED)
  return { subject: title, html, text }
}

/** To whoever asked: the answer, or why it takes longer. */
export function dataAnswer(data: DataAnswer): Email {
  const isLonger = data.outcome === null
  const title = subjectLine(
    isLonger
      ? `${data.business_name} necesita más tiempo para tu solicitud de datos`
      : `${data.business_name} respondió tu solicitud de datos`,
  )
  const intro = `Hola, ${firstName(data.client_name)}: pediste «${data.what.toLowerCase()}» tus datos en ${data.business_name}.`
  const said = data.answer.split(/\n+/).filter((line) => line.trim() !== '')
  const after = isLonger
    ? `Te responden a más tardar el ${data.until}.`
    : 'Si no quedas conforme, puedes presentar una queja ante la Superintendencia de Industria y Comercio (www.sic.gov.co).'
  const html = mailDocument({
    title,
    preheader: isLonger ? after : intro,
    brand: ENPUNTO,
    header: <Header brand={ENPUNTO} name={data.business_name} title={title} />,
    children: (
      <>
        <Paragraph>{intro}</Paragraph>
        {data.outcome !== null && (
          <Row label="Estado">{data.outcome === 'done' ? 'Hecho' : 'No se hizo'}</Row>
        )}
        {said.map((line, index) => (
          <Paragraph key={index}>{line}</Paragraph>
        ))}
        <Note>{after}</Note>
      </>
    ),
    footer: (
      <Footer href={data.public_url}>
        Recibes este correo porque hiciste una solicitud sobre tus datos.
      </Footer>
    ),
  })
  const text = lines(
    title,
    '',
    intro,
    data.outcome === null ? '' : `Estado: ${data.outcome === 'done' ? 'Hecho' : 'No se hizo'}`,
    '',
    ...said,
    '',
    after,
    '',
    SIGNED,
  )
  return { subject: title, html, text }
}
