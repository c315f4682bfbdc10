import { Component, type ComponentChildren } from "preact";

interface BoundaryProps {
  /** what failed, in words: “The view Odds” */
  readonly what: string;
  readonly children: ComponentChildren;
}

/** A mistake in one view leaves the others as they are. */
export class Boundary extends Component<BoundaryProps, { error: Error | null }> {
  override state: { error: Error | null } = { error: null };

  override componentDidCatch(error: Error): void {
    console.error(error);
    this.setState({ error });
  }

  override render() {
    const { error } = this.state;
    if (error === null) return this.props.children;
    return (
      <div class="stack" role="alert">
        <h2>{this.props.what} stopped working</h2>
        <p>That is a mistake of this page, not yours. What you keep in this browser is safe.</p>
        <pre>
          <code>{String(error)}</code>
        </pre>
        <div class="toolbar">
          <button type="button" class="primary" onClick={() => this.setState({ error: null })}>
            Start it again
          </button>
        </div>
      </div>
    );
  }
}
