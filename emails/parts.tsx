/** @jsxImportSource #emails */
import { shortMonth, shortWeekday } from '#domain/dates.ts'
import type { BrandVars } from '#domain/colour.ts'
import type { CSSProperties } from 'react'
import type { Content } from '#emails/jsx-runtime'
import { COLOUR, FONT } from './tokens.ts'

const text = (size: number, more: CSSProperties = {}): CSSProperties => ({
  margin: 0,
  fontFamily: FONT,
  fontSize: size,
  lineHeight: 1.5,
  color: COLOUR.text,
  ...more,
})

/** Set on the outer cells and inherited, so that no name or address that people typed widens the mail. */
const wrap: CSSProperties = { overflowWrap: 'anywhere', wordBreak: 'break-word' }

/** A layout table: the only layout that all mail programs render alike. */
function Table({ style, children }: { style?: CSSProperties; children: Content }) {
  return (
    <table
      role="presentation"
      width="100%"
      cellPadding={0}
      cellSpacing={0}
      border={0}
      style={{ borderCollapse: 'separate', ...style }}
    >
      <tbody>{children}</tbody>
    </table>
  )
}

export interface FrameProps {
  title: string
  /** The preview that lists of mails show after the subject. */
  preheader: string
  brand: BrandVars
  header: Content
  children: Content
  footer: Content
}

/** The whole mail as a document, at most 600 px wide. */
export function mailDocument({ title, preheader, brand, header, children, footer }: FrameProps): string {
  const gradient = `linear-gradient(135deg, ${brand['--brand']}, ${brand['--brand-2']})`
  const page = (
    <html lang="es-CO">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width,initial-scale=1" />
        {/* Mail programs with a dark mode leave a mail alone that declares itself light. */}
        <meta name="color-scheme" content="light only" />
        <meta name="supported-color-schemes" content="light only" />
        <meta name="format-detection" content="telephone=no,date=no,address=no,email=no" />
        <title>{title}</title>
        <style>{`:root{color-scheme:light only}a{text-decoration:none}@media(max-width:480px){.pad{padding-left:20px!important;padding-right:20px!important}}`}</style>
      </head>
      <body style={{ margin: 0, padding: 0, backgroundColor: COLOUR.page }}>
        <div style={{ display: 'none', maxHeight: 0, overflow: 'hidden', opacity: 0 }}>
          {preheader}
          {/* Keeps the mail's own text out of the list's preview. */}
          {'\u00a0\u200c'.repeat(60)}
        </div>
        <Table style={{ backgroundColor: COLOUR.page }}>
          <tr>
            <td align="center" style={{ padding: '24px 12px 40px' }}>
              <Table style={{ maxWidth: 600 }}>
                <tr>
                  <td
                    className="pad"
                    style={{
                      backgroundColor: brand['--brand'],
                      backgroundImage: gradient,
                      borderRadius: '18px 18px 0 0',
                      padding: '28px 32px 30px',
                      color: brand['--on-brand'],
                      ...wrap,
                    }}
                  >
                    {header}
                  </td>
                </tr>
                <tr>
                  <td
                    className="pad"
                    style={{
                      backgroundColor: COLOUR.surface,
                      border: `1px solid ${COLOUR.line}`,
                      borderTop: 0,
                      borderRadius: '0 0 18px 18px',
                      padding: '28px 32px 32px',
                      ...wrap,
                    }}
                  >
                    {children}
                  </td>
                </tr>
                <tr>
                  <td align="center" className="pad" style={{ padding: '24px 32px 0', ...wrap }}>
                    {footer}
                  </td>
                </tr>
              </Table>
            </td>
          </tr>
        </Table>
      </body>
    </html>
  )
  return `<!doctype html>${page.text}`
}

/** The header of the mail: the business's name, its logo if it has one, and the subject. */
export function Header({
  brand,
  name,
  logo,
  title,
  children,
}: {
  brand: BrandVars
  name: string
  logo?: string | null
  title: string
  children?: Content
}) {
  const on = brand['--on-brand']
  return (
    <>
      <Table style={{ width: 'auto' }}>
        <tr>
          {logo && (
            <td style={{ paddingRight: 12 }}>
              <img
                src={logo}
                alt=""
                width={44}
                height={44}
                style={{
                  display: 'block',
                  borderRadius: 12,
                  backgroundColor: '#ffffff',
                  objectFit: 'contain',
                }}
              />
            </td>
          )}
          <td style={text(16, { color: on, fontWeight: 600 })}>{name}</td>
        </tr>
      </Table>
      <h1
        style={text(28, {
          color: on,
          fontWeight: 700,
          lineHeight: 1.15,
          letterSpacing: '-0.02em',
          paddingTop: 22,
        })}
      >
        {title}
      </h1>
      {children && <p style={text(16, { color: on, paddingTop: 8 })}>{children}</p>}
    </>
  )
}

/** The day as a calendar leaf, with its time beside it. */
export function When({
  date,
  times,
  day,
  brand,
}: {
  date: string
  times: string
  day: string
  brand: BrandVars
}) {
  const leaf: CSSProperties = { width: 68, textAlign: 'center' }
  return (
    <Table>
      <tr>
        <td width={68} valign="top">
          <Table style={{ width: 68 }}>
            <tr>
              <td
                style={text(13, {
                  ...leaf,
                  fontWeight: 600,
                  color: brand['--on-brand'],
                  backgroundColor: brand['--brand'],
                  borderRadius: '14px 14px 0 0',
                  padding: '3px 0',
                })}
              >
                {shortMonth(date)}
              </td>
            </tr>
            <tr>
              <td
                style={{
                  ...leaf,
                  backgroundColor: brand['--brand-soft'],
                  borderRadius: '0 0 14px 14px',
                  padding: '6px 0 8px',
                }}
              >
                <div style={text(26, { fontWeight: 700, lineHeight: 1.1 })}>{Number(date.slice(8))}</div>
                <div style={text(13, { color: COLOUR.text2, fontWeight: 500 })}>{shortWeekday(date)}</div>
              </td>
            </tr>
          </Table>
        </td>
        <td valign="middle" style={{ paddingLeft: 16 }}>
          <div style={text(22, { fontWeight: 700, lineHeight: 1.25, letterSpacing: '-0.015em' })}>
            {times.replace(/ (?=[ap]m)/g, '\u00a0')}
          </div>
          <div style={text(15, { color: COLOUR.text2 })}>{day}</div>
        </td>
      </tr>
    </Table>
  )
}

/** The perforated line of the ticket. */
export const Tear = () => (
  <div style={{ borderTop: `2px dashed ${COLOUR.line2}`, margin: '22px 0 8px', height: 0 }} />
)

/** Label and value, stacked because names can be long and screens narrow. */
export function Row({ label, children }: { label: string; children: Content }) {
  return (
    <div style={{ padding: '10px 0' }}>
      <div style={text(14, { color: COLOUR.text3 })}>{label}</div>
      <div style={text(16, { fontWeight: 500 })}>{children}</div>
    </div>
  )
}

/** The price, highlighted. On a narrow screen the sign stays with its amount. */
export function Price({ label, children }: { label: string; children: string }) {
  return (
    <Table style={{ borderTop: `1px solid ${COLOUR.line}`, marginTop: 10 }}>
      <tr>
        <td
          style={text(14, {
            color: COLOUR.text3,
            padding: '16px 12px 0 0',
            wordBreak: 'normal',
            overflowWrap: 'normal',
          })}
        >
          {label}
        </td>
        <td
          align="right"
          style={text(20, { fontWeight: 700, paddingTop: 14, wordBreak: 'normal', overflowWrap: 'normal' })}
        >
          {children.replace(/ (?=[\d€])/g, '\u00a0')}
        </td>
      </tr>
    </Table>
  )
}

/** The main action. */
export function Button({ href, brand, children }: { href: string; brand: BrandVars; children: Content }) {
  return (
    <Table style={{ marginTop: 24 }}>
      <tr>
        <td align="center" style={{ backgroundColor: brand['--brand'], borderRadius: 12 }}>
          <a
            href={href}
            style={text(16, {
              display: 'block',
              padding: '14px 16px',
              fontWeight: 600,
              lineHeight: '20px',
              color: brand['--on-brand'],
            })}
          >
            {children}
          </a>
        </td>
      </tr>
    </Table>
  )
}

/** Secondary actions, as a row of plain buttons that wraps on narrow screens. */
export function Choices({ links }: { links: ({ href: string; label: string } | undefined)[] }) {
  return (
    <div style={{ paddingTop: 12, textAlign: 'center', fontSize: 0 }}>
      {links.map(
        (link) =>
          link && (
            <a
              key={link.label}
              href={link.href}
              style={text(15, {
                display: 'inline-block',
                margin: '6px 4px 0',
                padding: '12px 18px',
                lineHeight: '22px',
                fontWeight: 600,
                border: `1px solid ${COLOUR.line2}`,
                borderRadius: 12,
              })}
            >
              {link.label}
            </a>
          ),
      )}
    </div>
  )
}

/** A link inside text. */
export function Link({ href, brand, children }: { href: string; brand: BrandVars; children: Content }) {
  return (
    <a href={href} style={{ color: brand['--brand-ink'], fontWeight: 600, textDecoration: 'underline' }}>
      {children}
    </a>
  )
}

export const Paragraph = ({ children }: { children: Content }) => (
  <p style={text(16, { paddingBottom: 10 })}>{children}</p>
)

export const Note = ({ children }: { children: Content }) => (
  <p style={text(14, { color: COLOUR.text3, paddingTop: 18 })}>{children}</p>
)

export const Small = ({ children }: { children: Content }) => (
  <p style={text(13, { color: COLOUR.text3, paddingTop: 8 })}>{children}</p>
)

/** The reason for this mail, and the product's mark. */
export function Footer({ href, children }: { href: string; children: Content }) {
  return (
    <>
      <p style={text(13, { color: COLOUR.text3 })}>{children}</p>
      <p style={text(14, { paddingTop: 14 })}>
        <a href={href} style={{ color: COLOUR.verdeDark, fontWeight: 600 }}>
          Reservas con enpunto<span style={{ color: COLOUR.mango }}>.</span>
        </a>
      </p>
    </>
  )
}
