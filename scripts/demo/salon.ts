/** The demo salon as it is described to visitors. */

export const DEMO_OWNER = { email: 'demo@enpunto.example', password: 'demo2026', name: 'Laura Gómez' }
export const DEMO_ADMINISTRATOR = { email: 'admin@enpunto.example', password: 'admin2026' }
export const DEMO_SLUG = 'salon-bugambilia'
export const TIMEZONE = 'America/Bogota'

/** Name, description, minutes, price and the drawing in art/. */
export const SERVICES = [
  ['Corte y cepillado', 'Lavado, corte a la medida y cepillado con protector térmico.', 60, 55_000, 'corte'],
  [
    'Manicura semipermanente',
    'Limado, cutícula y esmaltado de larga duración (hasta 21 días).',
    75,
    48_000,
    'manicura',
  ],
  ['Balayage', 'Mechas a mano alzada con matizante e hidratación incluida.', 180, 320_000, 'balayage'],
  ['Keratina', 'Alisado con keratina sin formol. Incluye lavado posterior.', 150, 280_000, 'keratina'],
  ['Diseño de cejas con henna', 'Perfilado con hilo y pigmentación con henna natural.', 45, 38_000, 'cejas'],
  ['Pedicura spa', 'Exfoliación, masaje e hidratación con parafina.', 60, 52_000, 'pedicura'],
  ['Lifting de pestañas', 'Curvatura natural con tinte y nutrición de la pestaña.', 60, 75_000, 'pestanas'],
  ['Corte de barba', 'Perfilado con navaja, toalla caliente y aceite.', 30, 25_000, 'barba'],
] as const

/** The position in SERVICES of the one that men ask for. */
export const BEARD = 7

/** Name, portrait in art/, and the positions in SERVICES of what each one offers. */
export const PROFESSIONALS = [
  ['Valentina Ospina', 'valentina', [0, 2, 3]],
  ['Luz Marina Gómez', 'luz-marina', [1, 5]],
  ['Daniela Restrepo', 'daniela', [4, 6]],
  ['Andrés Cano', 'andres', [0, 7]],
] as const

export interface Hours {
  open: string
  close: string
  lunch?: [from: string, to: string]
}

/** The salon's hours, by weekday from Sunday on; undefined when it is closed. */
export const HOURS: (Hours | undefined)[] = [
  undefined,
  ...Array.from({ length: 5 }, () => ({ open: '09:00', close: '19:00' })),
  { open: '09:00', close: '17:00' },
]

/** The hours of the first professional, who has her own. */
export const OWN_HOURS: (Hours | undefined)[] = HOURS.map((_, weekday) =>
  weekday < 2
    ? undefined
    : { open: '09:00', close: weekday === 6 ? '15:00' : '18:30', lunch: ['12:00', '13:00'] },
)
