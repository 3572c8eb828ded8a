import { FREE_CREDITS_PER_MONTH } from '#domain/credits.ts'
import { LISTED_PRICES } from '#domain/prices.ts'
import type { MetaDescriptor } from 'react-router'
import { head } from '../head.ts'
import share from './pictures/share.jpg?url'

const TITLE = 'enpunto: agenda de citas en línea, gratis para tu negocio'
const DESCRIPTION =
  'Agenda en línea gratis para salones, barberías, consultorios y talleres de Colombia. Citas ilimitadas, página de reservas y recordatorios automáticos.'

/** Title, description, address, social tags and structured data. */
export function landingHead(args: Parameters<typeof head>[0]): MetaDescriptor[] {
  return head(args, {
    title: TITLE,
    whole: true,
    description: DESCRIPTION,
    themeColour: '#033727',
    share: {
      picture: share,
      shows: 'Tu agenda se llena sola: una página de reservas en un celular y la semana de un salón',
    },
    structured: structuredData,
  })
}

function structuredData(url: string) {
  const image = new URL(share, url).href
  const publisher = { '@id': `${url}#enpunto` }
  return {
    '@context': 'https://schema.org',
    '@graph': [
      {
        '@type': 'Organization',
        '@id': publisher['@id'],
        name: 'enpunto',
        url,
        areaServed: { '@type': 'Country', name: 'Colombia' },
      },
      { '@type': 'WebSite', '@id': `${url}#sitio`, name: 'enpunto', url, inLanguage: 'es-CO', publisher },
      {
        '@type': 'SoftwareApplication',
        '@id': `${url}#agenda`,
        name: 'enpunto',
        url,
        image,
        description: DESCRIPTION,
        inLanguage: 'es-CO',
        applicationCategory: 'BusinessApplication',
        operatingSystem: 'Web',
        publisher,
        featureList: [
          'Citas ilimitadas',
          'Página de reservas con la marca del negocio',
          'Portal del cliente',
          `${FREE_CREDITS_PER_MONTH} recordatorios gratis al mes`,
        ],
        offers: {
          '@type': 'AggregateOffer',
          lowPrice: String(LISTED_PRICES.low),
          highPrice: String(LISTED_PRICES.high),
          priceCurrency: LISTED_PRICES.currency,
        },
      },
    ],
  }
}
