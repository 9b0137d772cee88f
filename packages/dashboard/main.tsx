import './styles/tokens.css';
import './styles/base.css';
import './styles/controls.css';
import './styles/content.css';
import './styles/tables.css';
import './styles/overlays.css';
import './styles/charts.css';
import './styles/shell.css';
import { render } from 'preact';
import { resume } from './api/sign-in.ts';
import { App } from './shell/app.tsx';

render(<App />, document.getElementById('app')!);
void resume();
