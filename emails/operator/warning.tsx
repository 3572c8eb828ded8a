/** @jsxImportSource #emails */
import { isWeekly } from '#domain/warnings.ts'
import { Footer, Header, mailDocument, Note, Paragraph } from '../parts.tsx'
import { ENPUNTO } from '../tokens.ts'
import type { Email } from '../types.ts'
import type { OperatorWarning } from './types.ts'
import { lines } from '../words.ts'

type Warning = OperatorWarning['warning']

const SAID: Record<Warning, { subject: string; what: string; todo: string }> = {
  backup_late: {
    subject: 'No hay copia de seguridad desde hace más de 26 horas',
    what: 'La última copia de seguridad de esta instalación tiene más de 26 horas, o no hay ninguna.',
    todo: 'Mira si el proceso está corriendo y si hay sitio en la carpeta de las copias. «npm run backup» dice qué pasa.',
  },
  backup_failed: {
    subject: 'Falló la copia de seguridad',
    what: 'El último intento de hacer la copia de seguridad falló.',
    todo: '«npm run backup -- --runs» dice por qué, y el registro del servidor también. «npm run backup» lo intenta de nuevo.',
  },
  backup_beside_data: {
    subject: 'Las copias de seguridad están en el disco de los datos',
    what: 'La carpeta de las copias está en el mismo disco que los datos: si ese disco se daña, se pierden las dos cosas.',
    todo: 'Mira si el disco de las copias está montado, o usa otro. Si es lo que quieres, pon BACKUP_BESIDE_DATA=true.',
  },
  rehearsal_failed: {
    subject: 'El ensayo de restaurar la copia no se completó',
    what: 'El ensayo semanal de restauración no se pudo completar: falta espacio, hay fotos dañadas o la copia no sirve.',
    todo: '«npm run backup -- --runs» dice cuál de las tres cosas es. Si es la copia, haz otra a mano y restáurala en una carpeta nueva.',
  },
  disk_low: {
    subject: 'El disco está casi lleno',
    what: 'Al disco de los datos le queda menos del 5 % y menos de 1 GB. Lleno, nadie puede reservar.',
    todo: 'Libera espacio.',
  },
  unknown_addresses: {
    subject: 'Un negocio escribe a muchos correos que no existen',
    what: 'Muchos correos a los que escribió hoy un negocio no existen. Sus otros correos a clientes esperan, para que los proveedores no desconfíen de los de todos.',
    todo: 'El registro del servidor dice el número del negocio. Suspéndelo, o pon en «Cambiar límites» cuántos correos al día puede enviar.',
  },
  clock_differs: {
    subject: 'Dos relojes no marcan la misma hora',
    what: 'El reloj de la máquina que envía este correo y el de la base de datos difieren en más de 30 segundos. Los recordatorios salen antes o después de tiempo, y las horas libres se ofrecen según un reloj equivocado.',
    todo: 'Activa la hora por red (NTP) en las dos máquinas. «timedatectl» muestra si está activa.',
  },
}

/** To whoever runs the installation: what has to be looked at. */
export function operatorWarning(data: OperatorWarning): Email {
  return { subject: `enpunto: ${SAID[data.warning].subject}`, html: html(data), text: plain(data) }
}

const again = (warning: Warning) =>
  `Este aviso se repite una vez ${isWeekly(warning) ? 'a la semana' : 'al día'} mientras siga así.`
const docs = 'Qué hacer en cada caso está en docs/operations.md.'

function html({ warning, last, public_url }: OperatorWarning): string {
  const { subject, what, todo } = SAID[warning]
  return mailDocument({
    title: subject,
    preheader: what,
    brand: ENPUNTO,
    header: (
      <Header brand={ENPUNTO} name="enpunto" title={subject}>
        {public_url}
      </Header>
    ),
    children: (
      <>
        <Paragraph>{what}</Paragraph>
        {last && <Paragraph>La última copia completa es del {last}.</Paragraph>}
        <Paragraph>{todo}</Paragraph>
        <Note>
          {docs} {again(warning)}
        </Note>
      </>
    ),
    footer: <Footer href={public_url}>Recibes este correo porque administras esta instalación.</Footer>,
  })
}

function plain({ warning, last, public_url }: OperatorWarning): string {
  const { what, todo } = SAID[warning]
  return lines(
    what,
    last ? `La última copia completa es del ${last}.` : undefined,
    '',
    todo,
    '',
    docs,
    again(warning),
    '',
    public_url,
  )
}
