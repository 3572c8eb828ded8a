import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { QuickFacts } from './meaning.ts'
import { readSentence } from './parse.ts'

const named = (...names: string[]) => names.map((name, i) => ({ id: i + 1, name }))
const facts: QuickFacts = {
  // A Wednesday, ten in the morning.
  now: { date: '2026-11-18', minute: 600 },
  services: named(
    'Corte caballero',
    'Corte dama',
    'Corte y barba',
    'Barba',
    'Manicura semipermanente',
    'Pedicura spa',
    'Balayage',
    'Masaje relajante',
    'Limpieza facial profunda',
    'Uñas acrílicas',
  ),
  professionals: named('Luis Mejía', 'Andrés Rojas', 'Valentina Ríos', 'Luz Marina Peña', 'Mónica Vélez'),
  clients: [
    'Ana Ruiz Montoya',
    'Ana María Soto',
    'Beatriz Lopera',
    'Carlos Peña',
    'Óscar Duque',
    'Sofía Aranguren',
    'Luis Fernando Gil',
  ].map((name) => ({ name })),
  openingOf: (date) => (date === '2026-11-22' ? undefined : [480, 1140]),
}

/** One line: action, client, date, time, service, professional, phone; '?' behind what is doubtful. */
function meaning(sentence: string): string {
  const quick = readSentence(sentence, facts)
  const clock = (minute: number) => `${Math.floor(minute / 60)}:${String(minute % 60).padStart(2, '0')}`
  const part = (text: string | undefined, isDoubtful: unknown) =>
    text !== undefined && text + (isDoubtful ? '?' : '')
  return [
    quick.action !== 'book' && quick.action,
    part(quick.client?.text, quick.doubts.client),
    part(quick.date?.replace(/^2026-/, ''), quick.doubts.date),
    quick.last && `-${quick.last.replace(/^2026-/, '')}`,
    part(quick.time === undefined ? quick.doubts.time && '' : clock(quick.time), quick.doubts.time),
    quick.until !== undefined && `-${clock(quick.until)}`,
    part(quick.service?.name, quick.doubts.service),
    part(quick.professional?.name, quick.doubts.professional),
    quick.phone,
    quick.email,
    quick.rest && `(${quick.rest})`,
  ]
    .filter(Boolean)
    .join(' | ')
}

// Each read by a person first: what is right, and what is doubtful.
const SENTENCES = `
Ana mañana 3pm corte con Luis => Ana? | 11-19 | 15:00 | Corte caballero? | Luis Mejía
mañana a las 3 de la tarde => 11-19 | 15:00
pasado mañana 9 => 11-20 | 9:00
viernes a las 4 => 11-20 | 16:00
el lunes que viene a las 11 am => 11-23 | 11:00
beatriz hoy 5pm balayage con valentina => beatriz | 11-18 | 17:00 | Balayage | Valentina Ríos
Carlos viernes 10:30 corte y barba con andrés => Carlos | 11-20 | 10:30 | Corte y barba | Andrés Rojas
sofía sábado 9am manicura => sofía | 11-21 | 9:00 | Manicura semipermanente
óscar el 15 de diciembre a las 2 masaje con mónica => óscar | 12-15 | 14:00 | Masaje relajante | Mónica Vélez
ana ruiz mañana 3 y media corte dama => ana ruiz | 11-19 | 15:30 | Corte dama
bea lopera 15/12 16:00 pedicura => bea lopera | 12-15 | 16:00 | Pedicura spa
el viernes 20 a las 3 balayage para sofia => sofia | 11-20 | 15:00 | Balayage
viernes 20 de noviembre 4:15 pm barba carlos => carlos | 11-20 | 16:15 | Barba
en dos semanas a las 10 limpieza facial sofía aranguren => sofía aranguren | 12-02 | 10:00 | Limpieza facial profunda
en 3 días 4pm barba con luis para carlos peña => carlos peña | 11-21 | 16:00 | Barba | Luis Mejía
dentro de una semana 9:30 pedicura beatriz => beatriz | 11-25 | 9:30 | Pedicura spa
mediodía mañana corte caballero con andres, carlos => carlos | 11-19 | 12:00 | Corte caballero | Andrés Rojas
carlos mañana al mediodía barba => carlos | 11-19 | 12:00 | Barba
15h mañana oscar duque barba => oscar duque | 11-19 | 15:00 | Barba
mañana 15h30 barba oscar => oscar | 11-19 | 15:30 | Barba
cuarto para las 4 mañana barba oscar => oscar | 11-19 | 15:45 | Barba
mañana a las 4 menos cuarto barba oscar => oscar | 11-19 | 15:45 | Barba
mañana 10 para las 5 barba oscar => oscar | 11-19 | 16:50 | Barba
a las tres y media de la tarde mañana uñas acrílicas ana maría => ana maría | 11-19 | 15:30 | Uñas acrílicas
mañana por la mañana a las 9 pedicura sofia => sofia | 11-19 | 9:00 | Pedicura spa
mañana en la tarde a las 3 pedicura sofia => sofia | 11-19 | 15:00 | Pedicura spa
viernes por la tarde 2:30 masaje relajante beatriz con luz marina => beatriz | 11-20 | 14:30 | Masaje relajante | Luz Marina Peña
el próximo lunes 9am corte dama ana ruiz => ana ruiz | 11-23 | 9:00 | Corte dama
este viernes 11 am barba carlos => carlos | 11-20 | 11:00 | Barba
el otro viernes 11 am barba carlos => carlos | 11-27? | 11:00 | Barba
el viernes de la otra semana a las 3 barba carlos => carlos | 11-27 | 15:00 | Barba
el martes de la semana que viene a las 3 barba carlos => carlos | 11-24 | 15:00 | Barba
el próximo viernes 3pm barba carlos => carlos | 11-20? | 15:00 | Barba
miércoles 3pm barba carlos => carlos | 11-25? | 15:00 | Barba
el miércoles que viene 3pm barba carlos => carlos | 11-25? | 15:00 | Barba
este miércoles 3pm barba carlos => carlos | 11-18? | 15:00 | Barba
el 15 a las 9 barba carlos => carlos | 12-15 | 9:00 | Barba
el 18 a las 3 barba carlos => carlos | 11-18 | 15:00 | Barba
el día 3 a las 3 barba carlos => carlos | 12-03 | 15:00 | Barba
el 31 a las 10 barba carlos => carlos | 12-31 | 10:00 | Barba
15 de julio 10am barba carlos => carlos | 2027-07-15 | 10:00 | Barba
15 dic 10am barba carlos => carlos | 12-15 | 10:00 | Barba
15 de diciembre de 2027 10am barba carlos => carlos | 2027-12-15 | 10:00 | Barba
2026-12-15 10:00 barba carlos => carlos | 12-15 | 10:00 | Barba
15/12/2026 10:00 barba carlos => carlos | 12-15 | 10:00 | Barba
15/12/26 10am barba carlos => carlos | 12-15 | 10:00 | Barba
15-12-2026 10am barba carlos => carlos | 12-15 | 10:00 | Barba
12/15 10am barba carlos => carlos | 10:00 | Barba | (12 15)
31/2 10am barba carlos => carlos | 10:00 | Barba | (31 2)
29/2 10am barba carlos => carlos | 2028-02-29 | 10:00 | Barba
1/1 10am barba carlos => carlos | 2027-01-01 | 10:00 | Barba
viernes 4 barba carlos => carlos | 12-04? | Barba
viernes 4 de diciembre 10am barba carlos => carlos | 12-04 | 10:00 | Barba
jueves 20 de noviembre 10am barba carlos => carlos | 11-20? | 10:00 | Barba
sab 3pm barba carlos => carlos | 11-21 | 15:00 | Barba
mié 3pm barba carlos => carlos | 11-25? | 15:00 | Barba
viernez 3pm barba carlos => carlos | 11-20 | 15:00 | Barba
nobiembre 30 3pm barba carlos => carlos | 15:00 | Barba | (nobiembre 30)
30 de nobiembre 3pm barba carlos => carlos | 11-30 | 15:00 | Barba
mañana 8 barba carlos => carlos | 11-19 | 8:00 | Barba
mañana 7 barba carlos => carlos | 11-19 | 7:00? | Barba
mañana 6 barba carlos => carlos | 11-19 | 18:00 | Barba
mañana a las 7 de la noche barba carlos => carlos | 11-19 | 19:00 | Barba
mañana a las 8 am barba carlos => carlos | 11-19 | 8:00 | Barba
mañana a las 12 barba carlos => carlos | 11-19 | 12:00 | Barba
mañana 12 del día barba carlos => carlos | 11-19 | 12:00 | Barba
mañana a la 1 barba carlos => carlos | 11-19 | 13:00 | Barba
mañana a la una y cuarto barba carlos => carlos | 11-19 | 13:15 | Barba
mañana 1:00 barba carlos => carlos | 11-19 | 13:00 | Barba
mañana 13:00 barba carlos => carlos | 11-19 | 13:00 | Barba
mañana 0:30 barba carlos => carlos | 11-19 | 0:30 | Barba
mañana 3 p.m. barba carlos => carlos | 11-19 | 15:00 | Barba
mañana 3 p. m. barba carlos => carlos | 11-19 | 15:00 | Barba
mañana 3:00PM barba carlos => carlos | 11-19 | 15:00 | Barba
mañana 3.30 pm barba carlos => carlos | 11-19 | 15:30 | Barba
hoy 9 barba carlos => carlos | 11-18 | 9:00? | Barba
hoy a las 4 barba carlos => carlos | 11-18 | 16:00 | Barba
ahora barba carlos con luis => carlos | 11-18 | Barba | Luis Mejía
hoy 8 barba carlos => carlos | 11-18 | 8:00? | Barba
ana mañana 3pm corte => ana? | 11-19 | 15:00 | Corte caballero?
luis mañana 3pm barba => luis? | 11-19 | 15:00 | Barba
carlos mañana 3pm barba luis => carlos | 11-19 | 15:00 | Barba | Luis Mejía?
carlos mañana 3pm barba con luz => carlos | 11-19 | 15:00 | Barba | Luz Marina Peña
carlos mañana 3pm barba con lu => carlos | 11-19 | 15:00 | Barba | (lu)
carlos mañana 3pm barba con valentna => carlos | 11-19 | 15:00 | Barba | Valentina Ríos
carlos mañana 3pm barba con vr => carlos | 11-19 | 15:00 | Barba | Valentina Ríos
carlos mañana 3pm barba con pedro => carlos | 11-19 | 15:00 | Barba | (pedro)
juliana restrepo mañana 3pm manicura semipermanente => juliana restrepo | 11-19 | 15:00 | Manicura semipermanente
Ana de la Torre mañana 3pm pedicura => Ana de la Torre | 11-19 | 15:00 | Pedicura spa
ana de la torre mañana 3pm pedicura => ana de la torre | 11-19 | 15:00 | Pedicura spa
Juan mañana 3pm manicra => Juan | 11-19 | 15:00 | Manicura semipermanente
Juan mañana 3pm uñas => Juan | 11-19 | 15:00 | Uñas acrílicas
Juan mañana 3pm acrilicas => Juan | 11-19 | 15:00 | Uñas acrílicas
Juan mañana 3pm corte de dama => Juan | 11-19 | 15:00 | Corte dama
Juan mañana 3pm corte con barba => Juan | 11-19 | 15:00 | Corte y barba
Juan mañana 3pm corte y barba con luis => Juan | 11-19 | 15:00 | Corte y barba | Luis Mejía
Juan mañana 3pm masaje relajante y limpieza facial => Juan | 11-19 | 15:00 | Masaje relajante | (limpieza facial)
Juan 300 123 45 67 mañana 3pm barba => Juan | 11-19 | 15:00 | Barba | 3001234567
Juan 3001234567 mañana 3pm barba => Juan | 11-19 | 15:00 | Barba | 3001234567
Juan +57 300 123 4567 mañana 3pm barba => Juan | 11-19 | 15:00 | Barba | +573001234567
juan 300-123-4567 el 15 a las 4 barba => juan | 12-15 | 16:00 | Barba | 3001234567
juan juan.perez@correo.com mañana 3pm barba => juan | 11-19 | 15:00 | Barba | juan.perez@correo.com
300 123 45 67 => 3001234567
ana => ana?
barba => Barba
mañana => 11-19
3pm => 15:00
asdf qwer => asdf qwer
bloquear luis 2 a 4 => block | 14:00 | -16:00 | Luis Mejía
bloquear a luis mañana de 2 a 4 pm => block | 11-19 | 14:00 | -16:00 | Luis Mejía
bloquea valentina viernes 10-12 => block | 11-20 | 10:00 | -12:00 | Valentina Ríos
bloquear mónica hoy de 3:00 a 5:30 => block | 11-18 | 15:00 | -17:30 | Mónica Vélez
bloquear de 10 a 1 pm luis => block | 10:00 | -13:00 | Luis Mejía
bloquear andres mañana todo el día => block | 11-19 | Andrés Rojas
bloquear luis de lunes a viernes => block | 11-23 | -11-27 | Luis Mejía
bloquear luis mañana hasta las 4 => block | 11-19 | ? | -16:00 | Luis Mejía
bloquear luis mañana de 2 hasta las 4 => block | 11-19 | 14:00 | -16:00 | Luis Mejía
bloquear luis a las 10 mañana hasta el mediodía => block | 11-19 | 10:00 | -12:00 | Luis Mejía
bloquear luis hasta el viernes => block | 11-20? | Luis Mejía
carlos mañana hasta las 4 barba => carlos | 11-19? | 16:00? | Barba
bloquear mañana de 2 a 4 => block | 11-19 | 14:00 | -16:00
mover ana a las 5 => move | ana? | 17:00
mover a carlos para mañana a las 4 => move | carlos | 11-19 | 16:00
pasar a beatriz lopera al viernes 3pm => move | beatriz lopera | 11-20 | 15:00
mueve sofia de las 3 a las 5 => move | sofia | 17:00
reagendar oscar el lunes 10am => move | oscar | 11-23 | 10:00
cambiar a ana ruiz para pasado mañana 9 am => move | ana ruiz | 11-20 | 9:00
Hola, soy Ana, quiero corte el sábado a las 10 => Ana? | 11-21 | 10:00 | Corte caballero?
Buenas tardes! Me llamo Juliana Restrepo, quisiera una cita para manicura el viernes a las 2 pm por favor => Juliana Restrepo | 11-20 | 14:00 | Manicura semipermanente
Hola buenos días, quiero agendar balayage para mañana a las 9 de la mañana con Valentina. Soy Beatriz Lopera, mi número es 310 555 12 12 => Beatriz Lopera | 11-19 | 9:00 | Balayage | Valentina Ríos | 3105551212
buenas, me puedes apartar turno para barba hoy a las 5? carlos => carlos | 11-18 | 17:00 | Barba
una cita para el sábado 10am, masaje, a nombre de Sofía Aranguren => Sofía Aranguren | 11-21 | 10:00 | Masaje relajante
hola, tienes hora mañana para pedicura? soy ana maria => ana maria | 11-19 | Pedicura spa
cita para dos personas mañana 3pm barba carlos => carlos | 11-19 | 15:00 | Barba | (dos personas)
carlos viernes en ocho 3pm barba => carlos | 11-27? | 15:00 | Barba
carlos la próxima semana el jueves 3pm barba => carlos | 11-26 | 15:00 | Barba
carlos mañana a las quince horas barba => carlos | 11-19 | 15:00 | Barba
carlos mañana 9 30 barba => carlos | 11-19 | 9:30 | Barba
carlos primero de diciembre 9am barba => carlos | 12-01 | 9:00 | Barba
carlos el 1ro de diciembre 9am barba => carlos | 12-01 | 9:00 | Barba
carlos en media hora barba => carlos | 11-18 | 10:30 | Barba
carlos en una hora barba => carlos | 11-18 | 11:00 | Barba
carlos dentro de 20 minutos barba => carlos | 11-18 | 10:20 | Barba
carlos mañana 12m barba => carlos | 11-19 | 12:00 | Barba
carlos mañana 12 am barba => carlos | 11-19 | 0:00? | Barba
carlos mañana a medianoche barba => carlos | 11-19 | Barba | (medianoche)
carlos pasadomañana 4pm barba => carlos | 11-20 | 16:00 | Barba
carlos 15 barba => carlos | 15:00? | Barba
carlos 20/11 a las 8 barba => carlos | 11-20 | 8:00 | Barba
carlos 15-12 10am barba => carlos | 12-15? | 10:00 | Barba
carlos 15.12.2026 10am barba => carlos | 12-15 | 10:00 | Barba
carlos mañana a las 3:75 barba => carlos | 11-19 | Barba | (3 75)
carlos mañana 25:00 barba => carlos | 11-19 | Barba | (25 00)
carlos mañna 3pm barba => carlos | 11-19? | 15:00 | Barba
carlos lunes o martes 3pm barba => carlos | 11-23? | 15:00 | Barba | (martes)
carlos mañana 3pm o 4pm barba => carlos | 11-19 | 15:00? | Barba | (4 pm)
carlos hoy mañana 3pm barba => carlos | 11-18? | 15:00 | Barba | (mañana)
cancelar ana mañana => ana? | 11-19 | (cancelar)
desbloquear luis 2 a 4 => luis? | 14:00? | -16:00 | (desbloquear)
bloquear luis vacaciones del 15 al 20 de diciembre => block | 12-15 | -12-20 | Luis Mejía | (vacaciones)
bloquear luis del 15 al 20 => block | 12-15 | -12-20 | Luis Mejía
mover carlos de mañana a viernes => move | carlos | 11-20
mover ana con luis a las 5 => move | ana? | 17:00 | Luis Mejía
carlos primer lunes de diciembre 10am barba => carlos | 11-23? | 10:00 | Barba | (primer diciembre)
carlos lunes 7 de diciembre 10am barba => carlos | 12-07 | 10:00 | Barba
julio mañana 3pm barba => julio | 11-19 | 15:00 | Barba
mover la cita de ana ruiz de las 3 para las 5 => move | ana ruiz | 17:00
carlos mañana 03:00 barba => carlos | 11-19 | 15:00? | Barba
carlos el veinticinco a las once barba => carlos | 11-25 | 11:00 | Barba
carlos el 30 de febrero 3pm barba => carlos | 15:00 | Barba | (30 febrero)
carlos ayer 3pm barba => carlos | 15:00 | Barba | (ayer)
carlos el lunes pasado 3pm barba => carlos | 15:00 | Barba | (lunes pasado)
carlos siete y media mañana barba => carlos | 11-19 | 7:30? | Barba
carlos mañana cuarto para las cuatro barba => carlos | 11-19 | 15:45 | Barba
carlos mañana entre 3 y 5 pm barba => carlos | 11-19 | 15:00? | -17:00 | Barba
carlos mañana entre las 3 y media y las 5 barba => carlos | 11-19 | 15:30? | -17:00 | Barba
bloquear luis entre 3 y 5 => block | 15:00 | -17:00 | Luis Mejía
bloquear luis mañana entre 8 y 20 y 9 y 40 => block | 11-19 | 8:20 | -9:40 | Luis Mejía
bloquear luis mañana entre las 2 y 10 y las 4 => block | 11-19 | 14:10 | -16:00 | Luis Mejía
bloquear luis mañana entre 3 y 5 y 20 => block | 11-19 | 15:00 | -17:20 | Luis Mejía
bloquear luis mañana entre las 9 y las 10 y 20 => block | 11-19 | 9:00 | -10:20 | Luis Mejía
carlos mañana entre tres y cinco barba => carlos | 11-19 | 15:00? | -17:00 | Barba
bloquear luis mañana entre las nueve y diez => block | 11-19 | 9:00 | -10:00 | Luis Mejía
bloquear luis mañana entre dos y cuatro de la tarde => block | 11-19 | 14:00 | -16:00 | Luis Mejía
bloquear luis mañana de tres a cinco => block | 11-19 | 15:00 | -17:00 | Luis Mejía
carlos mañana de tres a cinco barba => carlos | 11-19 | 15:00? | -17:00 | Barba
carlos mañana barba de dos a tres personas => carlos | 11-19 | Barba | (dos tres personas)
bloquear luis mañana desde 9 hasta 11 => block | 11-19 | 9:00 | -11:00 | Luis Mejía
bloquear luis desde 9 hasta 11 el viernes => block | 11-20 | 9:00 | -11:00 | Luis Mejía
bloquear luis mañana del 9 al 11 => block | 12-09? | -12-11 | Luis Mejía
bloquear luis desde 9 hasta 11 => block | 12-09 | -12-11 | Luis Mejía
bloquear luis desde el 9 hasta el 11 mañana => block | 12-09? | -12-11 | Luis Mejía
bloquear luis mañana entre 8 y veinte personas => block | 11-19? | 8:00? | Luis Mejía | (entre veinte personas)
carlos mañana entre 8 y 20 personas barba => carlos | 11-19? | 8:00? | Barba | (entre 20 personas)
bloquear luis mañana entre 9 y 10 y 11 => block | 11-19 | 9:10? | -11:00 | Luis Mejía
bloquear luis mañana entre las 9 y 10 y las 11 => block | 11-19 | 9:10 | -11:00 | Luis Mejía
bloquear luis mañana de 3 y 20 a 5 => block | 11-19 | 15:20 | -17:00 | Luis Mejía
bloquear luis del 1 de octubre al 10 de noviembre => block | 2027-10-01? | -2027-11-10 | Luis Mejía
bloquear luis del 1 al 10 de noviembre => block | 2027-11-01? | -2027-11-10 | Luis Mejía
bloquear luis del 20 de diciembre al 10 de enero => block | 12-20 | -2027-01-10 | Luis Mejía
carlos mañana 3 o 4 pm barba => carlos | 11-19? | 16:00? | Barba | (3)
carlos mañana después de las 3 barba => carlos | 11-19? | 15:00? | Barba | (después)
carlos a partir del lunes 3pm barba => carlos | 11-23? | 15:00? | Barba | (partir)
carlos de hoy en ocho 3pm barba => carlos | 11-25? | 15:00 | Barba
carlos de mañana en quince días 3pm barba => carlos | 12-03? | 15:00 | Barba
carlos esta mañana a las 11 barba => carlos | 11-18 | 11:00 | Barba
carlos esta noche 7 barba => carlos | 11-18 | 19:00 | Barba
mover carlos a esta tarde a las 4 => move | carlos | 11-18 | 16:00
bloquear luis del 28 de diciembre al 3 de enero => block | 12-28 | -2027-01-03 | Luis Mejía
bloquear luis del 20 de diciembre al 10 de diciembre => block | 12-20? | Luis Mejía | (10 diciembre)
bloquear luis del 10 de noviembre al 20 de noviembre => block | 2027-11-10? | Luis Mejía | (20 noviembre)
bloquear luis del 1 de diciembre al 15 de marzo => block | 12-01 | -2027-03-15 | Luis Mejía
bloquear luis del 28 al 3 de enero => block | 12-28 | -2027-01-03 | Luis Mejía
bloquear luis desde el 20 de noviembre hasta el 5 de diciembre => block | 11-20 | -12-05 | Luis Mejía
corte niño 15 min mañana 3pm carlos => carlos | 11-19 | 15:00 | Corte caballero? | (niño 15 min)
`
  .trim()
  .split('\n')
  .map((line) => line.split(' => ') as [sentence: string, meaning: string])

test(`what ${SENTENCES.length} sentences mean`, () => {
  assert.ok(SENTENCES.length >= 120)
  const read = SENTENCES.map(([sentence]) => `${sentence} => ${meaning(sentence)}`)
  assert.deepEqual(
    read,
    SENTENCES.map((pair) => pair.join(' => ')),
  )
})

test('accents and capitals change nothing', () => {
  for (const [sentence] of SENTENCES) {
    const bare = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
    assert.equal(bare(meaning(bare(sentence))), bare(meaning(sentence)))
  }
})

test('an hour that opening hours leave open is asked for, and so is one that is over', () => {
  const at = (text: string, openingOf: QuickFacts['openingOf']) => {
    const { time, doubts } = readSentence(text, { ...facts, openingOf })
    return [time, doubts.time !== undefined]
  }
  assert.deepEqual(
    at('mañana 9', () => [420, 1320]),
    [540, true],
  )
  assert.deepEqual(
    at('mañana 9', () => [480, 1140]),
    [540, false],
  )
  assert.deepEqual(
    at('mañana 9', () => [1080, 1320]),
    [1260, false],
  )
  assert.deepEqual(
    at('mañana 3', () => undefined),
    [900, true],
  )
  assert.deepEqual(
    at('hoy 9', () => [480, 1320]),
    [1260, true],
  )
})

test('two of one name are a doubt, with both', () => {
  const professionals = named('Luis Mejía', 'Luis Gómez')
  const { professional, doubts } = readSentence('corte mañana 3pm con luis', { ...facts, professionals })
  assert.equal(professional, professionals[0])
  assert.deepEqual(doubts.professional, professionals)
  assert.equal(
    readSentence('corte mañana 3pm con luis gómez', { ...facts, professionals }).professional?.id,
    2,
  )
})

test('a number alone stands for no service that has it in its name', () => {
  const services = named('Corte dama', 'Alisado nivel 2', 'Masaje 60', 'Depilación 25 minutos')
  const of = (text: string) => {
    const { client, service, doubts, rest } = readSentence(text, { ...facts, services })
    return [client?.text, service?.name, doubts.service !== undefined, rest]
  }
  assert.deepEqual(of('Ana mañana 25:00 corte'), ['Ana', 'Corte dama', false, '25 00'])
  assert.deepEqual(of('Beatriz lunes 10am 60'), ['Beatriz', undefined, false, '60'])
  assert.deepEqual(of('Beatriz lunes 10am masaje 60'), ['Beatriz', 'Masaje 60', false, ''])
  assert.deepEqual(of('Beatriz lunes 10am 60 masaje'), ['Beatriz', 'Masaje 60', false, ''])
  assert.deepEqual(of('Beatriz lunes 10am nivel 2'), ['Beatriz', 'Alisado nivel 2', false, ''])
})

test('an initial beside another word of the name', () => {
  const of = (text: string) => {
    const { client, professional, rest } = readSentence(text, facts)
    return [client?.known[0]?.name, professional?.name, rest ?? '']
  }
  assert.deepEqual(of('b lopera mañana 3pm barba con v ríos'), ['Beatriz Lopera', 'Valentina Ríos', ''])
  assert.deepEqual(of('ana s mañana 3pm con a rojas'), ['Ana María Soto', 'Andrés Rojas', ''])
  assert.deepEqual(of('beatriz mañana 3pm con v'), ['Beatriz Lopera', undefined, 'v'])
})

test('a sentence is read within 20 ms, beside 60 services and a team of fourteen', () => {
  const busy = {
    ...facts,
    services: named(...Array.from({ length: 60 }, (_, i) => `${facts.services[i % 10]!.name} número ${i}`)),
    professionals: named(...Array.from({ length: 14 }, (_, i) => `Valentina Ríos Peña ${i}`)),
  }
  const took = SENTENCES.map(([sentence]) => {
    const begin = performance.now()
    readSentence(sentence, busy)
    return performance.now() - begin
  }).toSorted((a, b) => a - b)
  // Half of them: a busy machine holds up single ones.
  assert.ok(took[Math.floor(took.length / 2)]! < 20, took.at(-1)!.toFixed(1))
})

test('no text makes it throw, and nothing typed is lost', () => {
  const bits = [
    'ana',
    'el',
    'a las',
    '3',
    '15/',
    '-',
    'pm',
    'de',
    'la',
    'mañana',
    'y',
    'media',
    '300',
    '\u202e',
    '😀',
    'con',
    '99999',
  ]
  let seed = 7
  const random = (n: number) => (seed = (seed * 48_271) % 2_147_483_647) % n
  for (let i = 0; i < 2_000; i++) {
    const text = Array.from({ length: random(9) }, () => bits[random(bits.length)]).join(random(3) ? ' ' : '')
    const quick = readSentence(text, facts)
    for (const minute of [quick.time, quick.until])
      assert.ok(minute === undefined || (minute >= 0 && minute < 1440), text)
    if (text.includes('99999')) assert.match(`${quick.rest}${quick.phone}`, /9999/, text)
  }
})
