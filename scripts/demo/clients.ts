/** The people who come to the demo salon. */
import { slugify } from '#domain/slug.ts'

export interface Client {
  client_name: string
  client_phone: string
  client_email: string
}

const WOMEN = [
  'Camila',
  'Mariana',
  'Sofía',
  'Paula',
  'Juliana',
  'Isabella',
  'Valeria',
  'Natalia',
  'Gloria',
  'Manuela',
  'Carolina',
  'Catalina',
  'Sara',
  'Ana María',
  'Verónica',
  'Luisa Fernanda',
  'Adriana',
]
const MEN = ['Mateo', 'Julián', 'Santiago', 'Sebastián', 'Felipe', 'Jorge Iván', 'Tomás', 'Esteban', 'Simón']
const SURNAMES = [
  'Rojas',
  'Duque',
  'Arango',
  'Mejía',
  'Ríos',
  'Zapata',
  'Hincapié',
  'Montoya',
  'Quintero',
  'Henao',
  'Giraldo',
  'Sierra',
  'Vélez',
]

/** The n-th woman: 221 of them have names of their own. */
export const woman = (n: number): Client => client(WOMEN, n, 1000)
/** The n-th man: 117 of them have names of their own. */
export const man = (n: number): Client => client(MEN, n, 5000)

function client(names: string[], n: number, phones: number): Client {
  const client_name = `${names[n % names.length]} ${SURNAMES[n % SURNAMES.length]}`
  return {
    client_name,
    client_phone: `+57300555${phones + (n % (names.length * SURNAMES.length))}`,
    client_email: `${slugify(client_name)}@correo.example`,
  }
}
