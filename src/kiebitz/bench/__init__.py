"""A benchmark: questions about numbered deals in text, each with an exact grader (`docs/bench.md`)."""

from kiebitz.bench.dataset import TASKS as TASKS
from kiebitz.bench.dataset import create_dataset as create_dataset
from kiebitz.bench.dataset import score_answer as score_answer
from kiebitz.bench.dataset import step_rewards as step_rewards
from kiebitz.bench.move_by_move import MoveByMove as MoveByMove
