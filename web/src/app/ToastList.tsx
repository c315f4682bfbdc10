import { useServices } from "./services";
import { useWatched } from "./useWatched";

export function ToastList() {
  const { toasts } = useServices();
  const shown = useWatched(toasts, () => toasts.current);
  return (
    <div class="toasts screen-only" role="status">
      {shown.map(({ id, text, action }) => (
        <div key={id} class="toast">
          <span>{text}</span>
          {action === undefined ? null : (
            <button
              type="button"
              class="small"
              onClick={() => {
                toasts.dismiss(id);
                action.run();
              }}
            >
              {action.title}
            </button>
          )}
        </div>
      ))}
    </div>
  );
}
