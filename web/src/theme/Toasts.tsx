export interface Toast {
  id: number;
  text: string;
  /** what can be done about it, such as to undo it */
  action?: { text: string; run: () => void };
}

interface ToastsProps {
  toasts: readonly Toast[];
  onClose: (id: number) => void;
}

/** Short messages at the foot of the page, read aloud as they come; they stay until somebody closes them or the page takes them away. */
export function Toasts({ toasts, onClose }: ToastsProps) {
  return (
    <div class="toasts" role="status">
      {toasts.map(({ id, text, action }) => (
        <div class="toast" key={id}>
          <span>{text}</span>
          {action === undefined ? null : (
            <button type="button" onClick={() => { action.run(); onClose(id); }}>{action.text}</button>
          )}
          <button type="button" aria-label="Close this message" onClick={() => onClose(id)}>×</button>
        </div>
      ))}
    </div>
  );
}
