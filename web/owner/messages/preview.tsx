interface Props {
  /** What the next client gets; missing where there is nobody to write to. */
  text: string | null | undefined
  /** Missing for who may not change it. */
  onEdit: (() => void) | undefined
}

/** How a message reads, and the way to change its words. */
export function Preview({ text, onEdit }: Props) {
  if (!text && !onEdit) return null
  return (
    <section className="card pad msg-preview" aria-label="Texto del mensaje">
      <div className="row between">
        <h2 className="h3">Así le llega</h2>
        {onEdit && (
          <button type="button" className="link small msg-edit" onClick={onEdit}>
            Editar el texto
          </button>
        )}
      </div>
      {text && (
        <div className="wa-paper">
          <p className="wa-bubble">{text}</p>
        </div>
      )}
      <p className="hint">
        Se abre tu WhatsApp con el mensaje escrito: solo tocas enviar. No gasta mensajes de tu plan.
      </p>
    </section>
  )
}
