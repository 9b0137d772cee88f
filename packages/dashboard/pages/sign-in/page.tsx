export default function SignIn() {
  return (
    <div class="entrance-card">
      <h1>Decidable</h1>
      <p class="lead">
        Grades product catalogues by the questions that shoppers ask, and ranks products for live sessions.
      </p>
    </div>
  );
}
