import './legal.css'
import type { LegalText } from './legal-text.ts'

/** The sections; their headings one level below the title's. */
export default function Legal({ text, level: Heading }: { text: LegalText; level: 'h2' | 'h3' }) {
  return (
    <div className="legal-text">
      <p className="muted small">Última actualización: {text.updated}</p>
      {text.sections.map(({ heading, text }) => (
        <section key={heading}>
          <Heading>{heading}</Heading>
          {text.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </section>
      ))}
    </div>
  )
}
