import type { ComponentType, ReactNode } from 'react'
import type { EntryContext, MetaDescriptor } from 'react-router'
import { scripts, styles } from 'virtual:alone'
import { Basics } from '../basics.tsx'
import { inScript } from '../in-script.ts'
import { DATA_ID, DATA_ONLY } from './names.ts'

/** The `handle` of a page that does without the router in the browser. */
interface AloneHandle {
  alone?: ComponentType<{ data: never; posted: never; head: ReactNode; foot: ReactNode }>
}

/** The page that the router found, if it is one that comes without the router and could be loaded. */
export function aloneIn({ staticHandlerContext: found, routeModules }: EntryContext) {
  const id = found.matches.at(-1)?.route.id ?? ''
  const loaded = found.loaderData[id] as { head?: MetaDescriptor[] } | undefined
  const Document = (routeModules[id]?.handle as AloneHandle | undefined)?.alone
  if (!Document || found.errors || !loaded?.head) return undefined
  const { head, ...data } = loaded
  return { Document, head, data: data as never, posted: found.actionData?.[id] as never }
}

type Alone = NonNullable<ReturnType<typeof aloneIn>>

/** Whether only its data are asked for. */
export const asksForData = (url: string): boolean => new URL(url).searchParams.has(DATA_ONLY)

/** Its document, with what the browser needs to wake it. */
export function AloneDocument({ Document, head, data, posted }: Alone) {
  return (
    <Document
      data={data}
      posted={posted}
      head={
        <>
          <Basics />
          {head.map(tag)}
          {styles.map((href) => (
            <link key={href} rel="stylesheet" href={href} data-inline="" />
          ))}
          {scripts.map((href) => (
            <link key={href} rel="modulepreload" href={href} />
          ))}
        </>
      }
      foot={
        <>
          <script
            type="application/json"
            id={DATA_ID}
            dangerouslySetInnerHTML={{ __html: inScript({ data, posted }) }}
          />
          <script type="module" src={scripts[0]} />
        </>
      }
    />
  )
}

/** As the router draws what a page's `meta` returns. */
function tag(meta: MetaDescriptor, at: number) {
  if ('title' in meta) return <title key={at}>{String(meta.title)}</title>
  if ('tagName' in meta) {
    const { tagName: Tag, ...rest } = meta as { tagName: 'link' }
    return <Tag key={at} {...rest} />
  }
  return <meta key={at} {...(meta as object)} />
}
